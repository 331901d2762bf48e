// Slow ways to pay for data: a bank that takes its time, and a hosted page that was left open.
import type { Page } from '@playwright/test';
import { awake, newBuyer, onPayPage } from './buying';
import { atBank, payElsewhere } from './provider';
import { expect, test } from './shop';
import { type Words, words } from './words';

const heading = (page: Page) => page.getByRole('heading', { level: 1 });
const qr = (page: Page, t: Words) => page.getByRole('img', { name: t('delivered.qr.name') });

async function order(page: Page, t: Words, method: 'card' | 'ideal') {
  await page.goto(`${t.prefix}/esim/checkout/3?plan=3-3072-15`);
  await awake(page);
  await page.getByLabel(t('order.email'), { exact: true }).fill(newBuyer());
  await page.locator(`input[name=method][value=${method}]`).check();
  await page.locator('form button[type=submit]').click();
}

const PHONE =
  'Mozilla/5.0 (Linux; Android 15; Pixel 9) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/138.0.0.0 Mobile Safari/537.36';

for (const [lang, userAgent] of [
  ['nl', undefined],
  ['ar', PHONE],
] as const) {
  test(`a bank that takes its time: nothing is claimed until it has paid, ${lang}`, async ({ browser, shop }) => {
    const t = words(lang);
    const phone = { viewport: { width: 390, height: 844 }, hasTouch: true, isMobile: true };
    const context = await browser.newContext({ baseURL: shop.url, ...(userAgent ? { userAgent, ...phone } : {}) });
    const page = await context.newPage();
    await order(page, t, 'ideal');
    await page.waitForURL(/\/checkout\/tr_/);
    const payment = new URL(page.url()).pathname.split('/').at(-1) ?? '';
    await page.locator('input[value=pending]').check();
    await page.getByRole('button', { name: 'Continue' }).click();
    await awake(page);
    await expect(heading(page)).toHaveText(t('result.processing'));
    await page.waitForResponse(/check-payment-status/);
    await page.waitForResponse(/check-payment-status/);
    await expect(heading(page)).toHaveText(t('result.processing'));
    for (const claim of ['result.success', 'failed.title']) {
      await expect(page.getByText(t(claim), { exact: true }), claim).toHaveCount(0);
    }
    await expect(qr(page, t)).toHaveCount(0);
    // After a reload the page keeps waiting.
    await page.reload();
    await awake(page);
    await expect(heading(page)).toHaveText(t('result.processing'));
    await atBank(shop, payment, 'paid');
    await expect(heading(page)).toHaveText(t('result.success'), { timeout: 20_000 });
    if (userAgent) {
      await expect(page.getByRole('button', { name: t('delivered.install') })).toBeVisible({ timeout: 20_000 });
      await expect(qr(page, t)).toBeHidden();
    } else {
      await expect(qr(page, t)).toBeVisible({ timeout: 20_000 });
    }
    await context.close();
  });
}

test('a pay page that was left open is not paid yet, and once it is paid elsewhere there is the eSIM', async ({
  page,
  shop,
}) => {
  // The page polls for about a minute before it says that nothing was paid.
  test.setTimeout(120_000);
  const t = words('en');
  await order(page, t, 'card');
  const session = await onPayPage(page);
  const asked = page.waitForRequest(/check-payment-status/);
  await page.getByRole('link', { name: 'Leave it open and go back' }).click();
  await expect(page).toHaveURL(/\/esim\/callback-failed/);
  const query = new URL((await asked).url()).searchParams;
  expect(query.get('payment_method')).toBe('card');
  await expect(heading(page)).toHaveText(t('result.unpaid.title'));
  await expect(page.getByText(t('failed.title'), { exact: true })).toHaveCount(0);
  await expect(page.getByRole('link', { name: t('failed.retry') })).toHaveAttribute(
    'href',
    '/esim/checkout/3?plan=3-3072-15',
  );
  await page.reload();
  await expect(heading(page)).toHaveText(t('result.unpaid.title'));
  await payElsewhere(shop, session);
  await page.reload();
  await expect(heading(page)).toHaveText(t('result.success'), { timeout: 15_000 });
  await expect(qr(page, t)).toBeVisible({ timeout: 20_000 });
  const parts = await page.getByRole('main').locator('code').allTextContents();
  await page.reload();
  await expect(qr(page, t)).toBeVisible({ timeout: 20_000 });
  expect(await page.getByRole('main').locator('code').allTextContents()).toEqual(parts);
  // The other result page says the same.
  await page.goto(`/esim/callback-success?${query}`);
  await expect(qr(page, t)).toBeVisible({ timeout: 20_000 });
});
