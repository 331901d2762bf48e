// The price of a plan changes while a checkout is open: nothing is charged that was not shown.
import { awake, newBuyer, onPayPage } from './buying';
import { expect, test } from './own-shop';
import { edit } from './price-book';
import { sessionsOf } from './provider';
import { words } from './words';

test('old and new price are shown, and a yes pays the new one', async ({ page, shop, complaints }) => {
  complaints.expect(/status of 409/);
  const t = words('en');
  const buyer = newBuyer();
  await page.goto('/esim/checkout/1?plan=1-3072-15');
  await awake(page);
  const plan = 'mb = 3072, days = 15, usd = "6.49"';
  expect(await edit(shop, (toml) => toml.replace(plan, plan.replace('6.49', '7.99')))).toContain('is in force');
  await page.getByLabel(t('order.email'), { exact: true }).fill(buyer);
  const button = page.locator('form button[type=submit]');
  await button.click();
  const dialog = page.getByRole('dialog', { name: t('repriced.title') });
  await expect(dialog.locator('s')).toHaveText('$6.49');
  await dialog.getByRole('button', { name: t('repriced.decline') }).click();
  await expect(button).toContainText('$7.99');
  expect(await sessionsOf(shop, buyer)).toHaveLength(0);
  await button.click();
  await onPayPage(page);
  expect(await sessionsOf(shop, buyer)).toMatchObject([{ amount_total: 799, currency: 'usd' }]);
});
