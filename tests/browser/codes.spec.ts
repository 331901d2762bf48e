// Discount codes that are valid, expire, are used up or do not exist.
import { BuyForm, newBuyer, pay, ResultPage } from './buying';
import { expect, test } from './own-shop';
import { addCode } from './price-book';
import { chargesOf, sessionsOf } from './provider';
import { minor, words } from './words';

test('a code that ends while the page is open still holds for its buyer', async ({ page, shop }) => {
  const ends = new Date(Date.now() + 7_000);
  await addCode(shop, 'LASTCALL', '50', ends);
  const form = new BuyForm(page);
  const buyer = newBuyer();
  // A page's prices may be up to a second old.
  await expect(async () => {
    await form.open('?code=LASTCALL&package=12');
    await expect(page.getByText('Code LASTCALL is applied')).toBeVisible({ timeout: 500 });
  }).toPass({ timeout: 6_000 });
  expect(await form.totalText()).toBe('AED 75.00');

  await page.waitForTimeout(Math.max(0, ends.getTime() + 1_200 - Date.now()));
  // A visitor who arrives now is told that the code has expired and gets the normal price.
  const late = await page.context().newPage();
  const lateForm = new BuyForm(late);
  await lateForm.open('?code=LASTCALL&package=12');
  await expect(late.getByText('Code LASTCALL has expired, so you see our normal prices.')).toBeVisible();
  expect(await lateForm.totalText()).toBe('AED 150.00');
  await late.close();

  expect(minor(await form.buy(buyer))).toBe(7_500);
  await pay(page);
  const result = new ResultPage(page);
  await result.isPaid();
  expect(minor(await result.fact('amount'))).toBe(7_500);
  expect(await chargesOf(shop, buyer)).toMatchObject([{ amount: 7_500, currency: 'aed' }]);
});

const refused = [
  { code: 'SUMMER25', state: 'expired', named: true },
  { code: 'FIRST100', state: 'used_up', named: true },
  { code: 'NOSUCHCODE', state: 'unknown', named: false },
];

for (const { code, state, named } of refused) {
  test(`${code} is ${state}: the page says why and shows normal prices`, async ({ page, shop }) => {
    for (const lang of ['ar', 'en'] as const) {
      const t = words(lang);
      const form = new BuyForm(page, t);
      await form.open(`?code=${code}`);
      await expect(page.getByText(t(`code.${state}`, named ? { code } : {}))).toBeVisible();
      expect(minor(await form.totalText())).toBe(15_000);
      expect(minor(await form.card('monthly').locator('bdi').first().innerText())).toBe(3_999);
    }
    const buyer = newBuyer();
    const form = new BuyForm(page);
    await form.buy(buyer);
    expect(await sessionsOf(shop, buyer)).toMatchObject([{ amount_total: 15_000, currency: 'aed' }]);
  });
}

test('a code is read in any case and a strange one is only text', async ({ page }) => {
  const form = new BuyForm(page);
  await form.open('?code=spring20');
  expect(await form.totalText()).toBe('AED 120.00');
  await form.open(`?code=${encodeURIComponent('<img src=x onerror=alert(1)>"\u202E')}`);
  await expect(page.getByText('We do not know this code')).toBeVisible();
  expect(await form.totalText()).toBe('AED 150.00');
});

test('a code that holds once is charged once and renews at the full price', async ({ page, shop }) => {
  const form = new BuyForm(page);
  const buyer = newBuyer();
  await form.open('?code=WELCOME5&package=12');
  expect(await form.totalText()).toBe('AED 130.00');
  await expect(form.summary).toContainText('Renews for AED 150.00 every 12 months');
  await form.buy(buyer);
  await expect(page.getByText(/Then AED\s150\.00 every year/)).toBeVisible();
  await pay(page);
  const result = new ResultPage(page);
  await result.isPaid();
  expect(minor(await result.fact('amount'))).toBe(13_000);
  await expect(page.getByText(/renews automatically for AED\s150\.00/)).toBeVisible();
  expect(await chargesOf(shop, buyer)).toMatchObject([{ amount: 13_000, currency: 'aed' }]);
});
