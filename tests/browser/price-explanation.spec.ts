// "How this price is made": the browser computes it from the page's facts, and the result equals the page's price byte
// for byte.
import { BuyForm } from './buying';
import { damaged, disclosure, lines, open, withoutWasm } from './disclosure';
import { axe, expect, test } from './shop';
import { plain, words } from './words';

const CURRENCIES = ['AED', 'SAR', 'QAR', 'USD', 'EUR', 'OMR'];

for (const lang of ['en', 'ar'] as const) {
  test(`the lines come to the total in every currency and plan, without a call, ${lang}`, async ({ page }) => {
    const t = words(lang);
    const form = new BuyForm(page, t);
    await form.open('?code=SPRING20');
    await open(page, t);
    await lines(page);
    await page.waitForLoadState('networkidle');
    const calls: string[] = [];
    page.on('request', (request) => calls.push(request.url()));
    for (const currency of CURRENCIES) {
      await form.currency.selectOption(currency);
      for (const cycle of ['monthly', 'quarterly', 'yearly'] as const) {
        await form.plan(cycle).check();
        const made = await lines(page);
        const amounts = new Map(made);
        expect(amounts.get(t('how.due_now')), `${currency} ${cycle}`).toBe(await form.totalText());
        expect([...amounts.keys()].some((label) => label.includes('SPRING20'))).toBe(true);
        expect(amounts.has(t(`how.renewal.${cycle}`))).toBe(true);
        await expect(disclosure(page)).toContainText(t('how.equal'));
      }
    }
    expect(calls).toEqual([]);
    await axe(page);
  });
}

test('every step is there, with its figure', async ({ page }) => {
  const form = new BuyForm(page);
  await form.open('?code=SPRING20&package=12');
  await open(page, form.t);
  // Demo prices with 20 % off, computed by hand.
  expect((await lines(page)).slice(0, 4)).toEqual([
    ['Regular price', 'AED 443.88'],
    ['Price of this plan', 'AED 150.00'],
    ['Code SPRING20, 20% off', '-AED 30.00'],
    ['Due today', 'AED 120.00'],
  ]);
});

test('a fact that does not lead to the price shows no figure, and is reported without a person', async ({ page }) => {
  await damaged(page, '"list":44388,"price":15000', '"list":44388,"price":14000');
  const report = page.waitForRequest(/\/api\/price-mismatch$/);
  const asked = page.waitForRequest(/get_initial_data/);
  const form = new BuyForm(page);
  await form.open('?package=12&email=sara@example.com');
  await open(page, form.t);
  await expect(disclosure(page)).toContainText(form.t('how.differs'));
  await expect(disclosure(page).locator('dl')).toHaveCount(0);
  expect(await form.totalText()).toBe('AED 150.00');
  await asked;
  const sent = await report;
  expect((await sent.response())?.status()).toBe(200);
  expect(sent.postDataJSON()).toEqual({
    page: 'buy',
    product_id: 'vpn-12m',
    currency: 'AED',
    price_book: 1,
    shown: 15_000,
    computed: 14_000,
  });
  // The other plans are intact.
  await form.plan('quarterly').check();
  expect(new Map(await lines(page)).get('Due today')).toBe('AED 59.97');
});

test('a price per month that the facts do not lead to shows no figure', async ({ page }) => {
  // Damages the document too: it must agree with its data, or hydration would fail.
  await damaged(page, '12.50', '11.50');
  const form = new BuyForm(page);
  await form.open('?package=12');
  await open(page, form.t);
  await expect(disclosure(page)).toContainText(form.t('how.differs'));
  await expect(disclosure(page).locator('dl')).toHaveCount(0);
});

test('a difference can be reported from an address that holds what a visitor wrote', async ({ page }) => {
  await damaged(page, '"list":44388,"price":15000', '"list":44388,"price":14000', /sale-phrase/);
  const report = page.waitForRequest(/\/api\/price-mismatch$/);
  await page.goto(`/${'summer~'.repeat(9)}sale-phrase?package=12`);
  const sent = await report;
  expect(sent.postDataJSON()).toMatchObject({ page: 'sale', product_id: 'vpn-12m' });
  expect((await sent.response())?.status()).toBe(200);
});

test('a price that the server no longer says asks for another look', async ({ page }) => {
  await damaged(page, '"due_now":15000', '"due_now":14000');
  const form = new BuyForm(page);
  await form.open('?package=12');
  await open(page, form.t);
  await expect(disclosure(page)).toContainText(form.t('how.outdated'));
  await expect(disclosure(page).locator('dl')).toHaveCount(0);
  await page.unrouteAll();
  const again = page.waitForEvent('load');
  await disclosure(page)
    .getByRole('button', { name: form.t('how.reload') })
    .click();
  await again;
  await open(page, form.t);
  expect(new Map(await lines(page)).get('Due today')).toBe('AED 150.00');
});

test('without WebAssembly the page sells, and says that the steps cannot be shown', async ({ page, complaints }) => {
  complaints.expect(/ERR_FAILED/);
  await withoutWasm(page);
  const form = new BuyForm(page);
  await form.open('?package=12');
  await open(page, form.t);
  await expect(disclosure(page)).toContainText(form.t('how.unable'));
  await expect(disclosure(page).locator('dl')).toHaveCount(0);
  expect(await form.totalText()).toBe('AED 150.00');
});

test.describe('with scripts switched off', () => {
  test.use({ javaScriptEnabled: false });

  for (const lang of ['en', 'ar'] as const) {
    test(`it opens and claims nothing, ${lang}`, async ({ page }) => {
      const t = words(lang);
      await page.goto(`${t.prefix}/buy`);
      await page.locator('details > summary').click();
      const note = page.locator('details noscript p');
      await expect(note).toBeVisible();
      expect(plain(await note.innerText())).toBe(plain(t('how.noscript')));
      await expect(page.locator('details dl')).toHaveCount(0);
    });
  }
});
