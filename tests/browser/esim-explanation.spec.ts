// "How this price is made" at the data checkout, and the same checkout in a browser that cannot load the rules.
import type { Page, Request } from '@playwright/test';
import { awake, newBuyer, onPayPage } from './buying';
import { damaged, disclosure, lines, open, withoutWasm } from './disclosure';
import { sessionsOf } from './provider';
import { axe, expect, test } from './shop';
import { minor, plain, type Words, words } from './words';

/** $13.49 by card, €12.49 by iDEAL; TRAVEL10 leaves $12.14 and €11.24. */
const CHECKOUT = '/esim/checkout/1?plan=1-10240-30';
const DOCUMENT = /\/esim\/checkout\/1\?/;

const payButton = (page: Page) => page.locator('form button[type=submit]');
const due = async (page: Page) => minor(plain(await payButton(page).innerText()));
const method = (page: Page, way: 'card' | 'ideal') => page.locator(`input[name=method][value=${way}]`);
const code = (page: Page, t: Words) => page.getByLabel(t('order.code'), { exact: true });
const isReport = (request: Request) => request.url().endsWith('/api/price-mismatch');
const isQuestion = (request: Request) => request.url().includes('/api/esim/discount-code/');

/** The total as displayed beside its name. */
async function total(page: Page, t: Words): Promise<string> {
  const line = page
    .getByRole('region', { name: t('order.total') })
    .locator('dl')
    .first()
    .locator('> div')
    .last();
  return plain(await line.locator('dd').innerText());
}

async function enter(page: Page, t: Words) {
  await page.goto(`${t.prefix}${CHECKOUT}`);
  await awake(page);
}

async function apply(page: Page, t: Words, text: string) {
  await code(page, t).fill(text);
  await page.getByRole('button', { name: t('order.code.apply') }).click();
}

for (const lang of ['en', 'ar'] as const) {
  test(`the lines come to the total in both currencies, with and without a code, ${lang}`, async ({ page }) => {
    const t = words(lang);
    await enter(page, t);
    await expect(disclosure(page)).not.toHaveAttribute('open');
    await open(page, t);
    await lines(page);
    await page.waitForLoadState('networkidle');
    const calls: string[] = [];
    page.on('request', (request) => calls.push(request.url()));
    const equal = async (way: 'card' | 'ideal', reduced: boolean) => {
      await method(page, way).check();
      const made = await lines(page);
      expect(new Map(made).get(t('how.due_now'))).toBe(await total(page, t));
      expect(made.filter(([label]) => label.includes('TRAVEL10'))).toHaveLength(reduced ? 1 : 0);
      expect(made.at(-1)).toEqual([t('how.once.renewal'), t('how.once.none')]);
      await expect(disclosure(page)).toContainText(t('how.equal'));
      return due(page);
    };
    expect([await equal('card', false), await equal('ideal', false)]).toEqual([1_349, 1_249]);
    expect(calls).toEqual([]);
    await apply(page, t, 'TRAVEL10');
    await expect(page.getByRole('main').getByRole('status')).toContainText('10');
    await page.waitForLoadState('networkidle');
    expect(calls.filter((url) => !url.includes('/api/esim/discount-code/TRAVEL10/'))).toEqual([]);
    expect(calls).toHaveLength(2);
    expect([await equal('card', true), await equal('ideal', true)]).toEqual([1_214, 1_124]);
    expect(calls).toHaveLength(2);
    await axe(page);
  });
}

test('every step is there, with its figure', async ({ page }) => {
  const t = words('en');
  await enter(page, t);
  await open(page, t);
  await apply(page, t, 'travel10');
  await expect(disclosure(page)).toContainText('TRAVEL10');
  // Demo prices with 10 % off, computed by hand: 1.349 of 13.49.
  expect(await lines(page)).toEqual([
    ['Price of this plan', '$13.49'],
    ['Code TRAVEL10, 10% off', '-$1.35'],
    ['Due today', '$12.14'],
    ['Renewal', 'None, paid once'],
  ]);
});

test('a fact that does not lead to the price shows no figure, and is reported without a person', async ({ page }) => {
  const t = words('en');
  await damaged(page, '"price_usd":1349', '"price_usd":1249', DOCUMENT);
  const report = page.waitForRequest(isReport);
  const asked = page.waitForRequest(/\/api\/esim\/bundle\/1/);
  await enter(page, t);
  await open(page, t);
  await expect(disclosure(page)).toContainText(t('how.outdated'));
  await expect(disclosure(page).locator('dl')).toHaveCount(0);
  await asked;
  const sent = await report;
  expect((await sent.response())?.status()).toBe(200);
  const figures = { price_book: 1, shown: 1_249, computed: 1_249 };
  expect(sent.postDataJSON()).toEqual({
    page: 'esim-checkout',
    product_id: '1-10240-30',
    currency: 'USD',
    ...figures,
  });
  // The other currency is intact, and a reload repairs the page.
  await method(page, 'ideal').check();
  expect(new Map(await lines(page)).get(t('how.due_now'))).toBe('€12.49');
  await method(page, 'card').check();
  await page.unrouteAll();
  const again = page.waitForEvent('load');
  await disclosure(page)
    .getByRole('button', { name: t('how.reload') })
    .click();
  await again;
  await awake(page);
  await open(page, t);
  expect(new Map(await lines(page)).get(t('how.due_now'))).toBe('$13.49');
});

test('a text that the facts do not lead to shows no figure, and the price holds', async ({ page }) => {
  const t = words('ar');
  // Damages the document too: it must agree with its data, or hydration would fail.
  await damaged(page, '13.49', '13.48', DOCUMENT);
  await enter(page, t);
  await open(page, t);
  await expect(disclosure(page)).toContainText(t('how.differs'));
  await expect(disclosure(page).locator('dl')).toHaveCount(0);
});

test('an answer about a code that the facts do not lead to is asked for again, and reported', async ({ page }) => {
  const t = words('en');
  let asked = 0;
  await page.route(/\/api\/esim\/discount-code\/.*currency=USD/, async (route) => {
    const answer = await route.fetch();
    const text = await answer.text();
    asked += 1;
    await route.fulfill({ response: answer, body: asked === 1 ? text.replace('$12.14', '$12.04') : text });
  });
  await enter(page, t);
  const report = page.waitForRequest(isReport);
  await apply(page, t, 'TRAVEL10');
  await expect(page.getByRole('main').getByRole('status')).toContainText('10.0%');
  expect(asked).toBe(2);
  expect(await total(page, t)).toBe('$12.14');
  const figures = { price_book: 1, shown: 1_214, computed: 1_214 };
  expect((await report).postDataJSON()).toEqual({
    page: 'esim-checkout',
    product_id: '1-10240-30',
    currency: 'USD',
    ...figures,
  });
});

for (const lang of ['en', 'ar'] as const) {
  test(`without WebAssembly a code takes off what the server says, and is paid, ${lang}`, async ({
    page,
    shop,
    complaints,
  }) => {
    complaints.expect(/ERR_FAILED/);
    const t = words(lang);
    const buyer = newBuyer();
    await withoutWasm(page);
    const reports: string[] = [];
    page.on('request', (request) => isReport(request) && reports.push(request.url()));
    await enter(page, t);
    await apply(page, t, 'NOSUCHCODE');
    await expect(code(page, t)).toHaveAccessibleDescription(t('problem.discount_code_invalid'));
    const question = page.waitForRequest((request) => isQuestion(request) && request.url().includes('TRAVEL10'));
    await apply(page, t, 'TRAVEL10');
    expect(new URL((await question).url()).searchParams.get('lang')).toBe(lang);
    await expect(page.getByRole('main').getByRole('status')).toContainText(/10\.0/);
    const region = page.getByRole('region', { name: t('order.total') });
    await expect(region).toContainText(/-\S?1\.35/);
    expect(await due(page)).toBe(1_214);
    await method(page, 'ideal').check();
    expect(await due(page)).toBe(1_124);
    await method(page, 'card').check();
    await open(page, t);
    await expect(disclosure(page)).toContainText(t('how.unable'));
    await expect(disclosure(page).locator('dl')).toHaveCount(0);
    await axe(page);
    await page.getByLabel(t('order.email'), { exact: true }).fill(buyer);
    await payButton(page).click();
    await onPayPage(page);
    expect(await sessionsOf(shop, buyer)).toMatchObject([{ amount_total: 1_214, currency: 'usd' }]);
    expect(reports).toEqual([]);
  });
}

test.describe('with scripts switched off', () => {
  test.use({ javaScriptEnabled: false });

  test('it opens and claims nothing', async ({ page }) => {
    const t = words('de');
    await page.goto(`${t.prefix}${CHECKOUT}`);
    await page.locator('details > summary').click();
    expect(plain(await page.locator('details noscript p').innerText())).toBe(plain(t('how.noscript')));
    await expect(page.locator('details dl')).toHaveCount(0);
  });
});
