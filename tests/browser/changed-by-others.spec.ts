// Others change the page: translators, password managers, highlighters, readers' extensions. The page keeps its words and
// its main act. Each page meets two of the changes; ONEFARE_SWEEP=all plays all of them on every page, which
// `npm run prove -- pages` does.
import type { Page } from '@playwright/test';
import { awake, BuyForm, newBuyer, onPayPage, pay, ResultPage } from './buying';
import { listedPages } from './listed-pages';
import { expect, type Shop, test } from './shop';
import { words } from './words';

/** As a browser's translator does: every text is replaced by an element that holds its translation. */
const TRANSLATE = `
  const walk = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT);
  const texts = [];
  while (walk.nextNode()) texts.push(walk.currentNode);
  for (const text of texts) {
    if (!text.data.trim() || ['SCRIPT', 'STYLE', 'NOSCRIPT'].includes(text.parentNode.tagName)) continue;
    const [outer, inner] = [document.createElement('font'), document.createElement('font')];
    inner.textContent = text.data;
    outer.append(inner);
    text.replaceWith(outer);
  }`;

/** Changes between the server's HTML and the start of the scripts. */
const BEFORE = {
  'a space behind the heading': "document.querySelector('main h1').textContent += ' '",
  'a button behind each field':
    "document.querySelectorAll('input, select').forEach((field) => field.after(document.createElement('com-button')))",
  'translated while loading': TRANSLATE,
  'attributes on html, body and main':
    "for (const name of ['html', 'body', 'main']) document.querySelector(name).setAttribute('data-dark-reader', 'on')",
  'an element first in the page': "document.querySelector('#root').prepend(document.createElement('com-bar'))",
  'elements at the end of head and body':
    'document.head.append(document.createElement("meta")); document.body.append(document.createElement("com-panel"))',
  'each field in an element of its own': `document.querySelectorAll('main input').forEach((field) => {
    const around = document.createElement('span'); field.replaceWith(around); around.append(field); })`,
  'a paragraph removed': "document.querySelector('main p')?.remove()",
  'the first part moved to the end': "document.querySelector('main').append(document.querySelector('main').firstChild)",
  'words marked': `document.querySelectorAll('main p').forEach((text) => {
    if (text.firstChild?.nodeType !== 3) return;
    const mark = document.createElement('mark'); mark.textContent = text.firstChild.data.slice(0, 3);
    text.firstChild.data = text.firstChild.data.slice(3); text.prepend(mark); })`,
};
const AFTER = { 'translated after the start': TRANSLATE };

type Change = keyof typeof BEFORE | keyof typeof AFTER;
const CHANGES = [...Object.keys(BEFORE), ...Object.keys(AFTER)] as Change[];

/** Opens a page with a change, as soon as the scripts run. */
async function openChanged(page: Page, address: string, change: Change) {
  if (change in BEFORE) {
    const script = BEFORE[change as keyof typeof BEFORE];
    await page.addInitScript(
      `document.addEventListener('DOMContentLoaded', () => { if (document.querySelector('#root main')) { ${script} } });`,
    );
  }
  await page.goto(address);
  await awake(page);
  if (change in AFTER) await page.evaluate(`(() => {${AFTER[change as keyof typeof AFTER]}})()`);
}

/** Uses what a page offers, one of each kind, as far as it is there: a choice, a disclosure, a way on. */
async function use(page: Page) {
  const choice = page.locator('main input[type=radio]:not(:checked):enabled').last();
  if ((await choice.count()) > 0) {
    await choice.evaluate((radio: HTMLInputElement) => radio.click());
    await expect(page.locator('main h1')).toBeVisible();
  }
  const more = page.locator('main details:not([open]) > summary').first();
  if ((await more.count()) > 0) {
    await more.evaluate((summary: HTMLElement) => summary.click());
    await expect(page.locator('main details[open]').first()).toBeAttached();
  }
  expect((await page.locator('body').innerText()).trim().length).toBeGreaterThan(100);
  const target = await page.locator('a[href^="/"]:visible').last().getAttribute('href');
  const isThere = (url: URL) => url.pathname === target || url.pathname + url.search === target;
  // React may be rendering the link anew while it is clicked.
  await expect(async () => {
    if (!isThere(new URL(page.url()))) await page.locator(`a[href="${target}"]:visible`).last().click();
    await expect(page).toHaveURL(isThere, { timeout: 2_000 });
  }).toPass();
}

/** How often pages of this shop recovered in that way. */
async function recoveries(shop: Shop, outcome: string): Promise<number> {
  const figures = await (await fetch(`${shop.ops}/metrics`)).text();
  return Number(new RegExp(`page_recoveries_total{outcome="${outcome}"} (\\d+)`).exec(figures)?.[1]);
}

/** React's note that it renders over other HTML than the server's. */
const REPAIRED = /Minified React error #4\d\d/;

for (const half of [0, 1]) {
  test(`every page survives what others change, ${half + 1} of 2`, async ({ browser, shop }) => {
    const { paths, address } = await listedPages(shop);
    const everything = process.env.ONEFARE_SWEEP === 'all';
    const cases = paths.flatMap((path, place) => {
      const changes = everything ? CHANGES : [0, 5].map((step) => CHANGES[(place + step) % CHANGES.length] as Change);
      return changes.map((change) => ({ path, change }));
    });
    const mine = cases.filter((_, place) => place % 4 < 2 === (half === 0));
    test.setTimeout(mine.length * 8_000);
    for (const { path, change } of mine) {
      const context = await browser.newContext({ baseURL: shop.url, reducedMotion: 'reduce' });
      const page = await context.newPage();
      const errors: string[] = [];
      page.on('pageerror', (error) => errors.push(error.message));
      await test.step(`${path}: ${change}`, async () => {
        await openChanged(page, address(path, 'en'), change);
        await expect(page.locator('main h1')).toBeVisible();
        await use(page);
        expect(errors).toEqual([]);
      });
      await context.close();
    }
    expect([await recoveries(shop, 'redrawn'), await recoveries(shop, 'restored')]).toEqual([0, 0]);
  });
}

for (const change of CHANGES) {
  test(`a plan is bought on a page with ${change}`, async ({ page, complaints }) => {
    complaints.expect(REPAIRED);
    const form = new BuyForm(page);
    await openChanged(page, '/buy', change);
    await form.card('monthly').click();
    await form.card('yearly').click();
    const yearly = await form.totalText();
    await form.card('quarterly').click();
    expect(await form.totalText(), 'the total is that of the chosen plan').not.toBe(yearly);
    await form.card('yearly').click();
    expect(await form.totalText()).toBe(yearly);
    await form.email.fill('sara@@example.com');
    await form.button.click();
    await expect(form.email).toHaveAttribute('aria-invalid', 'true');
    await form.buy(newBuyer());
    await onPayPage(page);
    await pay(page);
    await new ResultPage(page).isPaid();
  });
}

test('a page that React removed is rendered anew, and after a second error it is what the server sent', async ({
  page,
  shop,
  complaints,
}) => {
  complaints.expect(/planted/);
  const t = words('en');
  const form = new BuyForm(page);
  await form.open();
  const before = { redrawn: await recoveries(shop, 'redrawn'), restored: await recoveries(shop, 'restored') };
  // React calls it after a change, in an effect of the form: the error is the page's own.
  await page.evaluate(() => {
    HTMLElement.prototype.focus = () => {
      throw new Error('planted');
    };
  });
  const fail = async () => {
    await form.email.fill('sara@@example.com');
    await form.button.click();
  };

  await fail();
  await expect.poll(() => recoveries(shop, 'redrawn')).toBe(before.redrawn + 1);
  await expect(form.email).toHaveValue('');
  await awake(page);
  await form.card('quarterly').click();
  await expect(form.plan('quarterly')).toBeChecked();

  await fail();
  await expect.poll(() => recoveries(shop, 'restored')).toBe(before.restored + 1);
  await expect(page.locator('main h1')).toHaveText(t('buy.headline'));
  await expect(form.plan('yearly')).toBeVisible();
  expect(await recoveries(shop, 'redrawn')).toBe(before.redrawn + 1);
});
