// The weight of a shopper's downloads, as the running server sends them to a browser that accepts brotli.
import { request } from 'node:http';
import { clientManifest } from '../lib/build.mjs';
import { readJson } from '../lib/paths.mjs';

/** The body as transferred, still compressed. */
function sent(address) {
  return new Promise((answer, fail) => {
    const ask = request(address, { headers: { 'accept-encoding': 'br', accept: '*/*' } }, (response) => {
      const chunks = [];
      response.on('data', (chunk) => chunks.push(chunk));
      response.on('end', () => {
        if (response.statusCode !== 200) return fail(new Error(`${address} answered ${response.statusCode}`));
        answer(Buffer.concat(chunks));
      });
    });
    ask.once('error', fail);
    ask.end();
  });
}

/** Weighs each file once. */
function scale(origin) {
  const known = new Map();
  return async (files) => {
    let sum = 0;
    for (const file of new Set(files)) {
      if (!known.has(file)) known.set(file, (await sent(`${origin}/${file}`)).length);
      sum += known.get(file);
    }
    return sum;
  };
}

/** Keys of a chunk and of all its static imports. */
function closure(manifest, key, found = new Set()) {
  if (found.has(key) || !manifest[key]) return found;
  found.add(key);
  for (const next of manifest[key].imports ?? []) closure(manifest, next, found);
  return found;
}

/** Keys of what every page loads first: the start script, and the entry that it fetches. */
function entryClosure(manifest) {
  const found = new Set();
  for (const key of ['src/entry/start.ts', 'src/entry/browser.tsx']) {
    if (!manifest[key]) throw new Error(`the manifest does not name ${key}`);
    closure(manifest, key, found);
  }
  return found;
}

const codePoints = (text) => new Set([...text].map((letter) => letter.codePointAt(0)));

function covers(range, letters) {
  return range.split(',').some((part) => {
    const [from, to = from] = part.trim().replace(/^U\+/i, '').split('-');
    const low = Number.parseInt(from.replaceAll('?', '0'), 16);
    const high = Number.parseInt(to.replaceAll('?', 'F'), 16);
    return [...letters].some((letter) => letter >= low && letter <= high);
  });
}

/** Fonts that a browser fetches for this text: those whose range covers one of its letters. */
function fonts(css, html) {
  const text = html.replaceAll(/<(script|style)[\s\S]*?<\/\1>/g, '').replaceAll(/<[^>]*>/g, ' ');
  const letters = codePoints(text);
  return (css.match(/@font-face\s*\{[^}]*\}/g) ?? []).flatMap((face) => {
    const file = /url\(["']?\/?([^"')]+\.woff2)/.exec(face)?.[1];
    const range = /unicode-range:\s*([^;}]+)/.exec(face)?.[1];
    return file && (!range || covers(range, letters)) ? [file] : [];
  });
}

/** The weights of one page, in bytes; those of its catalogs also file by file. */
export async function pageWeights(origin, path, { page, language }) {
  const manifest = readJson(clientManifest);
  const weigh = scale(origin);
  const { brotliDecompressSync } = await import('node:zlib');
  const body = await sent(`${origin}${path}`);
  const html = brotliDecompressSync(body).toString();
  const entryKeys = entryClosure(manifest);
  const pageKeys = closure(manifest, `src/pages/${page}.tsx`);
  const { catalogs: names } = JSON.parse(/<script type="application\/json" id="page">(.*?)<\/script>/s.exec(html)[1]);
  const files = (keys) => [...keys].map((key) => manifest[key].file);

  const styles = [...html.matchAll(/<link[^>]+rel="?stylesheet"?[^>]*>/g)].flatMap(
    ([link]) => /href="?\/([^"\s>]+)/.exec(link)?.[1] ?? [],
  );
  const sheets = [];
  for (const style of styles) sheets.push(brotliDecompressSync(await sent(`${origin}/${style}`)).toString());
  const scripts = {
    entry: files(entryKeys),
    page: files(pageKeys).filter((file) => !files(entryKeys).includes(file)),
  };
  const preloaded = [...html.matchAll(/<link[^>]+as="?font"?[^>]*>/g)].flatMap(
    ([link]) => /href="?\/([^"\s>]+)/.exec(link)?.[1] ?? [],
  );
  const catalogs = [];
  for (const name of names) {
    const file = manifest[`src/i18n/${language}/${name}.json`].file;
    catalogs.push({ file: `${language}/${name}.json`, weight: await weigh([file]) });
  }
  const parts = {
    html: body.length,
    css: await weigh(styles),
    entry: await weigh(scripts.entry),
    page: await weigh(scripts.page),
    catalog: catalogs.reduce((sum, { weight }) => sum + weight, 0),
    // A browser fetches a preloaded font whether the text needs it or not.
    fonts: await weigh([...fonts(sheets.join('\n'), html), ...preloaded]),
  };
  return { ...parts, catalogs, all: Object.values(parts).reduce((sum, weight) => sum + weight, 0) };
}

/** The rules in the browser: the WASM and the JavaScript that goes with it. */
export async function rulesWeight(origin) {
  const manifest = readJson(clientManifest);
  const key = Object.keys(manifest).find((one) => one.includes('rules/generated/'));
  if (!key) throw new Error('the manifest names no chunk of rules/generated');
  const keys = closure(manifest, key);
  // The entry has already loaded these.
  for (const known of entryClosure(manifest)) keys.delete(known);
  const files = [...keys].flatMap((one) => [manifest[one].file, ...(manifest[one].assets ?? [])]);
  if (!files.some((file) => file.endsWith('.wasm'))) {
    files.push(
      ...Object.values(manifest)
        .map((one) => one.file)
        .filter((file) => file.endsWith('.wasm')),
    );
  }
  const weigh = scale(origin);
  const wasm = await weigh(files.filter((file) => file.endsWith('.wasm')));
  if (wasm === 0) throw new Error('the manifest names no .wasm file');
  return { wasm, glue: await weigh(files.filter((file) => !file.endsWith('.wasm'))) };
}
