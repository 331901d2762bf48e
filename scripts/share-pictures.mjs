// npm run share-pictures: the pictures that messages and posts show beside a link to the shop, drawn in Chromium from
// the pages' own drawings and headlines. They are committed: a build needs neither a browser nor the compressor.
import { mkdirSync, rmSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { browser } from './lib/browser.mjs';
import { npm, packages } from './lib/packages.mjs';
import { at, shown } from './lib/paths.mjs';
import { freePort } from './lib/ports.mjs';
import { line, mustRun, seconds } from './lib/run.mjs';
import { unlessFresh } from './lib/stamp.mjs';
import { digest, FOLDER, HEIGHT, LIMIT, MANIFEST, WIDTH, wanted } from './share/families.mjs';

const home = at('scripts', 'share');

/** The compressor is large, and only this command needs it. */
async function compressor() {
  const inputs = ['package.json', 'package-lock.json'].map((name) => join(home, name));
  const outputs = [join(home, 'node_modules', '.package-lock.json')];
  await unlessFresh('share-pictures', { inputs, outputs }, () =>
    mustRun('Installing sharp', ...npm('ci', '--no-audit', '--no-fund'), { log: 'share-pictures', cwd: home }),
  );
  return (await import('./share/compress.mjs')).compress;
}

/** Serves the template the way Vite serves the shop's pages during development. */
async function template() {
  const { createServer } = await import('vite');
  const port = await freePort();
  const origin = `http://127.0.0.1:${port}`;
  const server = await createServer({
    configFile: at('web', 'vite.config.ts'),
    logLevel: 'warn',
    server: { host: '127.0.0.1', port, strictPort: true, origin, hmr: false },
  });
  await server.listen();
  return { origin, close: () => server.close() };
}

async function draw(page, origin, shows) {
  await page.goto(`${origin}/share/index.html?picture=${encodeURIComponent(JSON.stringify(shows))}`);
  await page.waitForSelector('html[data-state]');
  const { state, problem } = await page.evaluate(() => ({ ...document.documentElement.dataset }));
  if (state !== 'drawn') throw new Error(problem);
  return page.screenshot({ type: 'png' });
}

/** Draws each picture and returns its entries in the manifest. */
async function makeAll(page, origin, compress) {
  const pictures = {};
  for (const { family, language, shows, file, inputs } of wanted()) {
    const bytes = await compress(await draw(page, origin, shows), LIMIT);
    writeFileSync(file, bytes);
    line('✓', shown(file), `${bytes.length} bytes`);
    pictures[family] ??= {};
    pictures[family][language] = { alt: `${shows.brand}: ${shows.headline}`, inputs, file: digest(bytes) };
  }
  return pictures;
}

export async function main() {
  const since = performance.now();
  await packages();
  const compress = await compressor();
  const executablePath = await browser();
  const { chromium } = await import('@playwright/test');
  const launched = await chromium.launch({ executablePath, args: ['--no-sandbox'] });
  const { origin, close } = await template();
  try {
    rmSync(FOLDER, { recursive: true, force: true });
    mkdirSync(dirname(MANIFEST), { recursive: true });
    const page = await launched.newPage({ viewport: { width: WIDTH, height: HEIGHT } });
    const pictures = await makeAll(page, origin, compress);
    const brand = wanted()[0].shows.brand;
    writeFileSync(MANIFEST, `${JSON.stringify({ brand, width: WIDTH, height: HEIGHT, pictures }, null, 2)}\n`);
  } finally {
    await launched.close();
    await close();
  }
  line('✓', `pictures in ${shown(FOLDER)}`, seconds(since));
  return 0;
}
