// Lighthouse on every page that search engines may list, over HTTPS and HTTP/2, as a phone loads them: each row of the
// registry in English and in Arabic, the two directions. Rows with many addresses, such as the bundles, are measured at
// their example. `ONEFARE_LIGHTHOUSE=esim,trial` measures the rows whose name contains one of the words.
import { cpus, loadavg } from 'node:os';
import { join } from 'node:path';
import { browser, installedHeadless } from '../lib/browser.mjs';
import { addressIn, listedPages } from '../lib/listed-pages.mjs';
import { measuredProgram } from '../lib/measured-program.mjs';
import { npm } from '../lib/packages.mjs';
import { at } from '../lib/paths.mjs';
import { freePort } from '../lib/ports.mjs';
import { Refusal } from '../lib/refusal.mjs';
import { line, mustRun } from '../lib/run.mjs';
import { unlessFresh } from '../lib/stamp.mjs';
import { openShop } from '../lib/trial-shop.mjs';

export const shows =
  'every listed page is as fast as promised on a phone, and has full marks for access, practice, search';
export const takes = '22 minutes, on a machine that has nothing else to do';

const folder = at('tests', 'lighthouse');
/** With three rounds, one disturbed round cannot move the median; more rounds of all pages take half an hour. */
const ROUNDS = 3;
/** One language for each direction. The others differ only in their texts, which `npm run bench` weighs. */
const LANGUAGES = ['en', 'ar'];
/** Pages that must be listed; without them the proof would measure nothing. */
const expected = ['/', '/buy', '/ar/buy', '/ar/esim', '/withdrawal', '/onboarding'];

/** Lighthouse is large, and only this proof needs it. */
function install() {
  const lock = join(folder, 'package-lock.json');
  const outputs = [join(folder, 'node_modules', '.package-lock.json')];
  return unlessFresh('lighthouse', { inputs: [join(folder, 'package.json'), lock], outputs }, () =>
    mustRun('Installing Lighthouse', ...npm('ci', '--no-audit', '--no-fund'), { log: 'lighthouse', cwd: folder }),
  );
}

const words = () => (process.env.ONEFARE_LIGHTHOUSE ?? '').split(',').filter(Boolean);

/** Addresses of the indexed rows whose name contains one of the words; all of them without words. */
async function chosenPages(shop, program, words) {
  const indexed = (await listedPages(shop, program)).filter((row) => row.indexed);
  const addresses = (rows) => rows.flatMap((row) => LANGUAGES.flatMap((language) => addressIn(row, language) ?? []));
  const missing = expected.filter((page) => !addresses(indexed).includes(page));
  if (missing.length > 0) throw new Error(`\`onefare pages\` does not index ${missing.join(', ')}`);
  const chosen = indexed.filter(({ name }) => words.length === 0 || words.some((word) => name.includes(word)));
  if (chosen.length === 0) {
    const names = indexed.map(({ name }) => name).join(', ');
    throw new Refusal(`ONEFARE_LIGHTHOUSE=${words.join(',')} names no indexed page: they are ${names}.`);
  }
  return addresses(chosen);
}

function report(page, { rows, complaints }) {
  for (const { name, good, shown: value, all, limit } of rows) {
    line(good ? '✓' : '✗', `${page}  ${name}`, `${value.padEnd(8)} ${limit.padEnd(18)} (${all.join(' ')})`);
  }
  for (const title of complaints) console.log(`      ${title}`);
  return rows.every(({ good }) => good);
}

/** A document that comes late, lacks its language and forbids indexing: the proof must find all three. */
async function spoilt(html) {
  await new Promise((later) => setTimeout(later, 1500));
  return html
    .replace(/<html lang="\w+"/, '<html')
    .replace(/content="index, follow[^"]*"/, 'content="noindex"')
    .replace('<div id="root">', '<img src="/none.png" alt=""><div id="root">');
}

/** Whether limits that must not hold are seen not to hold. */
async function canFail(open, measure) {
  const front = await open(spoilt);
  try {
    const { rows } = await measure(`${front.url}/buy`, 1);
    const found = rows.filter(({ good }) => !good).map(({ name }) => name);
    const good = ['LCP', 'Accessibility', 'Best practices', 'SEO'].every((name) => found.includes(name));
    line(good ? '✓' : '✗', 'a spoilt page is found out', found.join(', ') || 'nothing found');
    return good;
  } finally {
    front.close();
  }
}

export async function prove() {
  await install();
  const { openFront } = await import(join(folder, 'front.mjs'));
  const { openBrowser } = await import(join(folder, 'measure.mjs'));
  const port = await freePort();
  // The headless shell, where there is one: on two cores a whole browser's own windows take time from the page.
  const chrome = await openBrowser(installedHeadless() ?? (await browser()));
  const program = measuredProgram();
  const { shop, close } = await openShop({
    binary: program,
    env: { ONEFARE_PUBLIC_URL: `https://localhost:${port}` },
  });
  const upstream = `http://${shop.env.ONEFARE_LISTEN}`;
  const open = (change) => openFront({ upstream, port, change });
  try {
    const pages = await chosenPages(shop, program, words());
    console.log(
      `  ${pages.length} pages in ${LANGUAGES.join(' and ')}, ${ROUNDS} rounds each: the median, and all of them`,
    );
    let good = await canFail(open, chrome.measure);
    const front = await open();
    try {
      for (const page of pages) {
        good = report(page, await chrome.measure(`${front.url}${page}`, ROUNDS)) && good;
      }
    } finally {
      front.close();
    }
    const load = loadavg()[0] / cpus().length;
    if (!good && load > 1) console.log(`  (load ${load.toFixed(1)} per core: what others do here counts as slowness)`);
    return good;
  } finally {
    chrome.close();
    await close();
  }
}
