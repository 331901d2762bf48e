// A charge that does not match its order: every page after the payment says so and stops polling, one letter says it
// too, and the refund ends both.
import type { Page } from '@playwright/test';
import { awake, BuyForm, newBuyer, onPayPage, pay, ResultPage } from './buying';
import { refund } from './program';
import { lettersTo, lie, mend } from './provider';
import { axe, expect, type Shop, test } from './shop';
import { words } from './words';

/** Longer than the interval at which a page that still polls would call, in milliseconds. */
const QUIET = 5_000;

/** Makes the providers report another amount than was agreed. */
async function amountsDiffer(shop: Shop) {
  await lie(shop, 'checkout.sessions.retrieve', 'amount_total', 1);
  await lie(shop, 'mollie.payments.get', 'amount.value', '0.01');
}

test.afterEach(async ({ shop }) => {
  await mend(shop);
});

async function inBothLights(page: Page) {
  for (const colorScheme of ['light', 'dark'] as const) {
    await page.emulateMedia({ colorScheme, reducedMotion: 'reduce' });
    await axe(page);
  }
}

/** Counts the page's calls to the shop during a pause from now on. */
async function questions(page: Page): Promise<number> {
  let asked = 0;
  page.on('request', (request) => {
    if (request.url().includes('/api/')) asked += 1;
  });
  await page.waitForTimeout(QUIET);
  return asked;
}

for (const lang of ['en', 'ar'] as const) {
  const t = words(lang);

  test(`a plan whose payment does not match is held until it is refunded, ${lang}`, async ({ page, shop }) => {
    const form = new BuyForm(page, t);
    const result = new ResultPage(page, t);
    const buyer = newBuyer();
    await form.open();
    await form.buy(buyer);
    const session = await onPayPage(page);
    await amountsDiffer(shop);
    await pay(page);
    const order = await result.isHeld();
    await expect(page).toHaveURL(new RegExp(`:\\d+${t.prefix}/payment-success$`));
    expect(await questions(page)).toBe(0);
    await inBothLights(page);
    // The page for an abandoned payment says the same.
    await page.goto(`${t.prefix}/payment-failed?session_id=${session}`);
    expect(await result.isHeld()).toBe(order);
    await expect.poll(() => lettersTo(shop, buyer)).toHaveLength(1);
    expect((await lettersTo(shop, buyer))[0]?.subject).toContain(order);

    await mend(shop);
    await refund(shop, order);
    await page.goto(`${t.prefix}/payment-success?session_id=${session}`);
    await result.isRefunded();
    await expect.poll(() => lettersTo(shop, buyer)).toHaveLength(2);
  });

  test(`every page of a deal says that it is held, ${lang}`, async ({ page, shop }) => {
    const result = new ResultPage(page, t);
    const deal = { package: 12, selectedPackage: 12, email: newBuyer(), language: lang };
    const answer = await page.request.post('/api/mollie/create-payment', { data: deal });
    await page.goto((await answer.json()).checkout_url);
    await amountsDiffer(shop);
    await page.locator('input[value=paid]').check();
    const back = page.waitForRequest(/[?&]hash=/);
    await page.getByRole('button', { name: 'Continue' }).click();
    const hash = new URL((await back).url()).searchParams.get('hash') ?? '';
    const order = await result.isHeld();
    for (const name of ['payment-status', 'callback-success-mollie', 'callback-cancel-mollie']) {
      await page.goto(`${t.dealPrefix}/${name}?hash=${hash}`);
      expect(await result.isHeld()).toBe(order);
      await expect(page).toHaveURL(new RegExp(`:\\d+${t.dealPrefix}/${name}$`));
    }
    expect(await questions(page)).toBe(0);
    await inBothLights(page);
  });

  test(`data for travelling is held on both pages, ${lang}`, async ({ page, shop }) => {
    const result = new ResultPage(page, t);
    await page.goto(`${t.prefix}/esim/checkout/3?plan=3-3072-15`);
    await awake(page);
    await page.getByLabel(t('order.email'), { exact: true }).fill(newBuyer());
    await page.locator('input[name=method][value=card]').check();
    await page.locator('form button[type=submit]').click();
    await onPayPage(page);
    await amountsDiffer(shop);
    const asked = page.waitForRequest(/check-payment-status/);
    await page.getByRole('button', { name: /^Pay / }).click();
    const { search } = new URL((await asked).url());
    const order = await result.isHeld();
    expect(await questions(page)).toBe(0);
    await inBothLights(page);
    await page.goto(`${t.prefix}/esim/callback-failed${search}`);
    expect(await result.isHeld()).toBe(order);
  });
}
