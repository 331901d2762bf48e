// What a buyer sees when the supplier fails, recovers, is slow, or delivers something else. The tests run a shop of
// their own, because a script applies to the next order of any buyer.
import type { Page } from '@playwright/test';
import { awake, newBuyer, onPayPage } from './buying';
import { expect, test } from './own-shop';
import { breakDown, esimOrders, lettersTo, makeEsims, mend, scriptEsims } from './provider';
import { axe } from './shop';
import { type Words, words } from './words';

const heading = (page: Page) => page.getByRole('heading', { level: 1 });
const main = (page: Page) => page.getByRole('main');
const qr = (page: Page, t: Words) => page.getByRole('img', { name: t('delivered.qr.name') });

/** Pays for three gigabytes by card. */
async function paid(page: Page, t: Words): Promise<string> {
  const buyer = newBuyer();
  await page.goto(`${t.prefix}/esim/checkout/1?plan=1-3072-15`);
  await awake(page);
  await page.getByLabel(t('order.email'), { exact: true }).fill(buyer);
  await page.locator('input[name=method][value=card]').check();
  await page.locator('form button[type=submit]').click();
  await onPayPage(page);
  await page.getByRole('button', { name: /^Pay / }).click();
  await expect(heading(page)).toHaveText(t('result.success'));
  return buyer;
}

test('a supplier that fails and comes back, and one that is slow, still deliver', async ({ page, shop }) => {
  // The test waits for a retry, for the notice that the supplier is slow, and for the eSIM that it makes then.
  test.setTimeout(120_000);
  const t = words('en');
  await breakDown(shop, 'esim_access.esim.order');
  await scriptEsims(shop, { deed: 'slow', making_ms: 600_000 });
  const buyer = await paid(page, t);
  await expect(main(page)).toContainText(t('delivered.making'));
  await page.reload();
  await expect(heading(page)).toHaveText(t('result.success'));
  await expect(main(page)).toContainText(t('delivered.making'));
  expect(await esimOrders(shop)).toHaveLength(0);
  await mend(shop);
  await expect.poll(async () => (await esimOrders(shop)).length, { timeout: 30_000 }).toBe(1);
  // The supplier has the order and has made nothing: the page still reports no failure, and no letter goes out before
  // the eSIM exists.
  await expect(main(page)).toContainText(t('delivered.slow'), { timeout: 20_000 });
  await expect(qr(page, t)).toHaveCount(0);
  expect(await lettersTo(shop, buyer)).toHaveLength(0);
  for (const { order_no } of await esimOrders(shop)) await makeEsims(shop, order_no);
  await expect(qr(page, t)).toBeVisible({ timeout: 30_000 });
  await expect.poll(async () => (await lettersTo(shop, buyer)).length, { timeout: 15_000 }).toBe(2);
});

test('another plan than the one that was paid for is never handed over', async ({ page, shop }) => {
  const t = words('ar');
  await page.setViewportSize({ width: 390, height: 844 });
  await scriptEsims(shop, { deed: 'wrong_plan', package: 'US_1_7' });
  const buyer = await paid(page, t);
  for (const look of ['first', 'after a reload']) {
    await expect(main(page), look).toContainText(t('problem.esim_generation_failed'), { timeout: 30_000 });
    await expect(main(page), look).toContainText(t('delivered.problem'));
    await expect(heading(page), look).toHaveText(t('result.success'));
    await expect(qr(page, t), look).toHaveCount(0);
    await expect(main(page).locator('code'), look).toHaveCount(0);
    if (look === 'first') await page.reload();
  }
  await axe(page);
  expect(JSON.stringify(await lettersTo(shop, buyer))).not.toContain('LPA:1$');
});

test('money that went back by itself is told with how much it was, and never as a failure', async ({ page, shop }) => {
  const t = words('nl');
  await scriptEsims(shop, { deed: 'refuse', code: '200011' });
  const buyer = newBuyer();
  await page.goto('/nl/esim/checkout/3?plan=3-3072-15');
  await awake(page);
  await page.getByLabel(t('order.email'), { exact: true }).fill(buyer);
  // By iDEAL a refund takes days, by card only a moment.
  await page.locator('input[name=method][value=card]').check();
  await page.locator('form button[type=submit]').click();
  await onPayPage(page);
  const asked = page.waitForRequest(/check-payment-status/);
  await page.getByRole('button', { name: /^Pay / }).click();
  const { search } = new URL((await asked).url());
  await expect.poll(async () => (await lettersTo(shop, buyer)).length, { timeout: 20_000 }).toBe(1);
  for (const name of ['callback-success', 'callback-failed']) {
    await page.goto(`/nl/esim/${name}${search}`);
    await expect(heading(page)).toHaveText(t('refunded.title'), { timeout: 15_000 });
    const amount = main(page).locator('dt').getByText(t('refunded.amount'), { exact: true });
    await expect(amount.locator('xpath=following-sibling::dd')).toContainText('4,49');
    await expect(page.getByRole('link', { name: t('failed.retry') })).toHaveCount(0);
    await expect(main(page).locator('code')).toHaveCount(0);
  }
  await axe(page);
});
