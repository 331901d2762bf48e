// npm run shots: pictures of every page and state, for people to judge. They lie in target/shots/<page>/<sight>.png.
// `npm run shots -- landing esim` makes those whose name contains one of the words.
import { mkdirSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { browser } from './lib/browser.mjs';
import { buildAll } from './lib/build.mjs';
import { addressIn, listedPages } from './lib/listed-pages.mjs';
import { STATES } from './lib/page-states.mjs';
import { at, shown } from './lib/paths.mjs';
import { line, seconds } from './lib/run.mjs';
import { openShop } from './lib/trial-shop.mjs';

const FOLDER = at('target', 'shots');

/** What a designer looks at: both colour schemes, both directions, a phone, a desktop, and German at its narrowest. */
const SIGHTS = [
  { name: 'phone-en', language: 'en', scheme: 'light', width: 390, height: 844 },
  { name: 'phone-ar-dark', language: 'ar', scheme: 'dark', width: 390, height: 844 },
  { name: 'desktop-en', language: 'en', scheme: 'light', width: 1280, height: 800 },
  { name: 'desktop-ar-dark', language: 'ar', scheme: 'dark', width: 1280, height: 800 },
  { name: 'narrow-de', language: 'de', scheme: 'light', width: 320, height: 640 },
];

/** How long a page may keep changing after it has loaded, in milliseconds. */
const REST = 1500;

const named = (path) => (path === '/' ? 'landing' : path.slice(1).replaceAll('/', '-').replaceAll(/[{}]/g, ''));

/** Every page with an address of its own, from the program's own list. */
async function listed(shop) {
  return (await listedPages(shop)).map((row) => [
    named(row.path),
    (page, { language }) => page.goto(addressIn(row, language) ?? row.languages[0].href),
  ]);
}

/** Scrolls through the page once, so that lazily loaded parts are there, and lays out what is far below the screen. */
async function unroll(page) {
  await page.evaluate(async () => {
    for (const part of document.querySelectorAll('*')) {
      if (getComputedStyle(part).contentVisibility === 'auto') part.style.contentVisibility = 'visible';
    }
    for (let y = 0; y < document.body.scrollHeight; y += 600) {
      window.scrollTo(0, y);
      await new Promise((next) => setTimeout(next, 30));
    }
    window.scrollTo(0, 0);
  });
}

async function take(chromium, shop, [name, go], sight) {
  const { width, height, scheme } = sight;
  const context = await chromium.newContext({
    baseURL: shop.url,
    viewport: { width, height },
    colorScheme: scheme,
    reducedMotion: 'reduce',
  });
  try {
    const page = await context.newPage();
    await go(page, { shop, ...sight });
    await page.waitForLoadState('load');
    await page.waitForTimeout(REST);
    await unroll(page);
    const path = join(FOLDER, name, `${sight.name}.png`);
    mkdirSync(dirname(path), { recursive: true });
    // A dialog is in the middle of the screen, wherever the page behind it ends.
    const hasDialog = (await page.locator('dialog[open]').count()) > 0;
    await page.screenshot({ path, fullPage: !hasDialog });
    return true;
  } catch (error) {
    line('✗', `${name}, ${sight.name}`, error.message.split('\n')[0]);
    return false;
  } finally {
    await context.close();
  }
}

export async function main(words) {
  await buildAll();
  const since = performance.now();
  const executablePath = await browser();
  const playwright = await import('@playwright/test');
  const chromium = await playwright.chromium.launch({ executablePath, args: ['--no-sandbox'] });
  const { shop, close } = await openShop();
  let missing = 0;
  let made = 0;
  try {
    const wanted = ([name]) => words.length === 0 || words.some((word) => name.includes(word));
    const all = [...(await listed(shop)), ...STATES].filter(wanted);
    for (const one of all) {
      for (const sight of SIGHTS) {
        if (await take(chromium, shop, one, sight)) made += 1;
        else missing += 1;
      }
    }
  } finally {
    await chromium.close();
    await close();
  }
  line(missing === 0 ? '✓' : '✗', `${made} pictures in ${shown(FOLDER)}`, seconds(since));
  return missing === 0 && made > 0 ? 0 : 1;
}
