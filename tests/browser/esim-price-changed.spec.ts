// A plan's price changes while a checkout is open: the buyer is only charged what the page showed.
import { awake, newBuyer, onPayPage } from './buying';
import { lines, open } from './disclosure';
import { expect, test } from './own-shop';
import { repriceData } from './price-book';
import { sessionsOf } from './provider';
import { words } from './words';

test('old and new price are shown, and a yes pays the new one', async ({ page, shop, complaints }) => {
  complaints.expect(/status of 409/);
  const t = words('en');
  const buyer = newBuyer();
  // No other journey in this shop buys data for this place.
  await page.goto('/esim/checkout/4?plan=4-5120-30');
  await awake(page);
  expect(await repriceData(shop, 4, '7.99')).toContain('is in force');
  await page.getByLabel(t('order.email'), { exact: true }).fill(buyer);
  const button = page.locator('form button[type=submit]');
  await button.click();
  const dialog = page.getByRole('dialog', { name: t('repriced.title') });
  await expect(dialog.locator('s')).toHaveText('$6.49');
  await dialog.getByRole('button', { name: t('repriced.decline') }).click();
  await expect(button).toContainText('$7.99');
  // The explanation uses the new price's own facts.
  await open(page, t);
  expect((await lines(page)).slice(0, 2)).toEqual([
    ['Price of this plan', '$7.99'],
    ['Due today', '$7.99'],
  ]);
  expect(await sessionsOf(shop, buyer)).toHaveLength(0);
  await button.click();
  await onPayPage(page);
  expect(await sessionsOf(shop, buyer)).toMatchObject([{ amount_total: 799, currency: 'usd' }]);
});
