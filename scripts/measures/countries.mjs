// The list of countries: its drawing time, and the response time of its search to a key, in Latin and Arabic letters.
// Its weight is measured with the other pages.
import { chromium } from '@playwright/test';
import { browser } from '../lib/browser.mjs';
import { percentile } from '../lib/percentile.mjs';
import { openShop } from '../lib/trial-shop.mjs';
import { failure, ms, row, title } from './report.mjs';
import { renderTime } from './server.mjs';

const PATH = '/esim/countries';
const SLOWER = 4;
/** One frame of a screen: a longer delay is visible. */
const FRAME = 16;
/** Each word is typed this often: with few keys the 95th percentile would be the slowest one. */
const TURNS = 2;
const TYPED = [
  { path: PATH, letters: 'Latin', words: ['united', 'guinea', 'korea', 'spain', 'island', 'japan'] },
  { path: `/ar${PATH}`, letters: 'Arabic', words: ['المتحدة', 'غينيا', 'كوريا', 'إسبانيا', 'جزر', 'اليابان'] },
];

/** Runs in the page: records the time from a key to the changed and laid-out list. */
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

/** Milliseconds from each key to the changed list, with the processor slowed down `SLOWER` times. */
async function keyTimes(launched, shop, { path, words }) {
  const page = await launched.newPage({ viewport: { width: 390, height: 844 } });
  try {
    await page.goto(`${shop.url}${path}`, { waitUntil: 'networkidle' });
    const field = page.locator('input[type=search]');
    // Warm up: the rules are loaded, and the work has run once before it is timed.
    await field.pressSequentially('warm', { delay: 60 });
    await field.fill('');
    const session = await page.context().newCDPSession(page);
    await session.send('Emulation.setCPUThrottlingRate', { rate: SLOWER });
    await page.evaluate(watchKeys);
    for (const word of Array(TURNS).fill(words).flat()) {
      await field.pressSequentially(word, { delay: 120 });
      await field.fill('');
      await page.waitForTimeout(120);
    }
    return await page.evaluate(() => globalThis.taken);
  } finally {
    await page.close();
  }
}

async function search(shop) {
  const launched = await chromium.launch({ executablePath: await browser(), args: ['--no-sandbox', '--disable-gpu'] });
  try {
    for (const typed of TYPED) {
      const times = await keyTimes(launched, shop, typed);
      const keys = TURNS * typed.words.join('').length;
      if (times.length < keys / 2) failure(`only ${times.length} of ${keys} keys in ${typed.letters} changed the list`);
      const [middle, late] = [percentile(times, 0.5), percentile(times, 0.95)];
      row(`${typed.letters} key, median`, middle, ms, FRAME, {
        more: `${times.length} changes, CPU ${SLOWER} times slower`,
      });
      row(`${typed.letters} key, 95th percentile`, late, ms, FRAME, { more: `slowest ${ms(Math.max(...times))}` });
    }
  } finally {
    await launched.close();
  }
}

/** Prints the figures. `counts`: whether the limit on drawing time applies, as it does only to a release. */
export async function countries(binary, counts) {
  const { shop, close } = await openShop({ binary });
  try {
    const html = await (await fetch(`${shop.url}${PATH}`)).text();
    const cards = html.match(/\/esim\/bundle\/\d+/g)?.length ?? 0;
    title(`${PATH}, ${cards} links to bundles`);
    if (cards < 200) failure(`a list of ${cards}, not of 200`);
    const { milliseconds } = await renderTime(binary, PATH, 60);
    row('rendered, uncached', milliseconds, ms, 15, { counts });
    await search(shop);
  } finally {
    await close();
  }
}
