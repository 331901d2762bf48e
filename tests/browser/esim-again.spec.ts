// The eSIM shop by roundabout ways: Back, a second tab, a link that somebody else opens, and a link of another payment.
import type { Page } from '@playwright/test';
import { awake, newBuyer, onPayPage } from './buying';
import { sessionsOf } from './provider';
import { expect, test } from './shop';
import { words } from './words';

const CHECKOUT = '/esim/checkout/1?plan=1-3072-15';
const t = words('en');
const heading = (page: Page) => page.getByRole('heading', { level: 1 });
const email = (page: Page) => page.getByLabel(t('order.email'), { exact: true });
const payButton = (page: Page) => page.locator('form button[type=submit]');
const qr = (page: Page) => page.getByRole('img', { name: t('delivered.qr.name') });

async function toPayPage(page: Page, buyer: string) {
  await awake(page);
  await expect(payButton(page)).toContainText('$6.49');
  await email(page).fill(buyer);
  await payButton(page).click();
  return onPayPage(page);
}

test('Back, a reload and a second tab lead to one payment, which only its own link opens', async ({
  page,
  context,
  browser,
  shop,
  complaints,
}) => {
  const buyer = newBuyer();
  await page.goto(CHECKOUT);
  const first = await toPayPage(page, buyer);
  await page.goBack();
  expect(await toPayPage(page, buyer)).toBe(first);
  await page.goBack();
  await page.reload();
  expect(await toPayPage(page, buyer)).toBe(first);
  const second = await context.newPage();
  await second.goto(CHECKOUT);
  expect(await toPayPage(second, buyer)).toBe(first);
  expect(await sessionsOf(shop, buyer)).toHaveLength(1);

  const asked = page.waitForRequest(/check-payment-status/);
  await page.getByRole('button', { name: /^Pay / }).click();
  const hash = new URL((await asked).url()).searchParams.get('hash') ?? '';
  await expect(qr(page)).toBeVisible({ timeout: 20_000 });
  await expect(page.getByRole('main').locator('dl')).toContainText(buyer);
  await expect(page).toHaveURL(/\/esim\/callback-success$/);
  const parts = await page.getByRole('main').locator('code').allTextContents();

  // The buyer's other device has the link, not the cookie: the eSIM, and an address that says nothing.
  const elsewhere = await browser.newContext({ baseURL: shop.url });
  const device = await elsewhere.newPage();
  await device.goto(`/esim/callback-success?hash=${hash}&payment_method=card`);
  await expect(qr(device)).toBeVisible({ timeout: 20_000 });
  expect(await device.getByRole('main').locator('code').allTextContents()).toEqual(parts);
  await expect(device.getByText(buyer)).toHaveCount(0);
  await expect(device.getByRole('main').locator('dl')).toContainText('s***@example.com');
  await elsewhere.close();

  // The same hash where the other provider's payments are asked, and one with a letter changed.
  complaints.expect(/status of 404 .*check-payment-status/);
  const last = hash.at(-1) === 'a' ? 'b' : 'a';
  for (const query of [`hash=${hash}&payment_method=mollie`, `hash=${hash.slice(0, -1)}${last}&payment_method=card`]) {
    await page.goto(`/esim/callback-success?${query}`);
    await expect(heading(page), query).toHaveText(t('problem.verification_failed'), { timeout: 15_000 });
    await expect(page.getByRole('main').locator('code')).toHaveCount(0);
  }
});
