// The list of countries: what its page weighs, how long it takes to draw, and how soon its search answers a key.
import { chromium } from '@playwright/test';
import { browser } from '../steps/browser.mjs';
import { openShop } from '../steps/trial-shop.mjs';
import { failure, KiB, kib, ms, row, title } from './report.mjs';
import { renderTime } from './server.mjs';
import { pageWeights } from './weights.mjs';

const PATH = '/esim/countries';
const SLOWER = 4;
const WORDS = ['united', 'guinea', 'korea', 'spain', 'island', 'japan'];

const median = (numbers) => [...numbers].sort((one, other) => one - other)[Math.floor(numbers.length / 2)];

/** In the page: notes how long after a key the list has changed and is laid out. */
function watchKeys() {
  let since = 0;
  const taken = [];
  addEventListener('input', () => (since = performance.now()), { capture: true });
  new MutationObserver(() => {
    if (since === 0) return;
    document.body.getBoundingClientRect();
    taken.push(performance.now() - since);
    since = 0;
  }).observe(document.querySelector('main'), { subtree: true, attributes: true, characterData: true });
  globalThis.taken = taken;
}

/** Milliseconds from a key to the changed list, on a processor so many times slower. */
async function keyTimes(shop) {
  const launched = await chromium.launch({ executablePath: await browser(), args: ['--no-sandbox', '--disable-gpu'] });
  try {
    const page = await launched.newPage({ viewport: { width: 390, height: 844 } });
    await page.goto(`${shop.url}${PATH}`, { waitUntil: 'networkidle' });
    const field = page.locator('input[type=search]');
    // The rules are there, and the machine has seen the work before it is timed.
    await field.pressSequentially('warm', { delay: 60 });
    await field.fill('');
    const session = await page.context().newCDPSession(page);
    await session.send('Emulation.setCPUThrottlingRate', { rate: SLOWER });
    await page.evaluate(watchKeys);
    for (const word of WORDS) {
      await field.pressSequentially(word, { delay: 120 });
      await field.fill('');
      await page.waitForTimeout(120);
    }
    return await page.evaluate(() => globalThis.taken);
  } finally {
    await launched.close();
  }
}

/** Prints the three figures. `counts`: whether the time of drawing counts, which it does for a release alone. */
export async function countries(binary, counts) {
  const { shop, close } = await openShop({ binary });
  try {
    const html = await (await fetch(`${shop.url}${PATH}`)).text();
    const cards = html.match(/\/esim\/bundle\/\d+/g)?.length ?? 0;
    title(`${PATH}, ${cards} links to bundles`);
    if (cards < 200) failure(`a list of ${cards}, not of 200`);
    const page = await pageWeights(shop.url, PATH, { page: 'esim-countries', language: 'en' });
    row('HTML (brotli)', page.html, kib, 30 * KiB);
    const { milliseconds } = await renderTime(binary, PATH, 60);
    row('rendered, uncached', milliseconds, ms, 15, { counts });
    const times = await keyTimes(shop);
    if (times.length < WORDS.length) failure(`only ${times.length} keys changed the list`);
    const slowest = times.length > 0 ? Math.max(...times) : Number.NaN;
    row(`a key in the search, CPU ${SLOWER} times slower`, median(times), ms, 16, { more: `slowest ${ms(slowest)}` });
  } finally {
    await close();
  }
}
