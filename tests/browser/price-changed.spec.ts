// The owner changes a price while a buyer's page is open: the buyer pays only what the page showed.
import { BuyForm, newBuyer, pay, ResultPage } from './buying';
import { expect, test } from './own-shop';
import { reprice } from './price-book';
import { chargesOf, sessionsOf } from './provider';
import { minor } from './words';

test('old and new price are shown; no keeps the form, yes pays the new one', async ({ page, shop, complaints }) => {
  complaints.expect(/status of 409/);
  const form = new BuyForm(page);
  const buyer = newBuyer();
  const dialog = page.getByRole('dialog', { name: 'The price has changed' });
  await form.open('?package=3');
  expect(await form.totalText()).toBe('AED 59.97');
  expect(await reprice(shop, 'vpn-3m', 'AED', '69.99')).toContain('is in force');

  await form.email.fill(buyer);
  await form.button.click();
  await expect(dialog).toBeVisible();
  await expect(dialog.getByText('AED 59.97').first()).toBeVisible();
  await expect(dialog.getByText('AED 69.99').first()).toBeVisible();
  await expect(dialog.locator('s')).toHaveText('AED 59.97');
  expect(await sessionsOf(shop, buyer)).toHaveLength(0);

  await dialog.getByRole('button', { name: 'Not now' }).click();
  await expect(dialog).toBeHidden();
  await form.isFree();
  await expect(form.email).toHaveValue(buyer);
  await expect(form.plan('quarterly')).toBeChecked();
  expect(await form.totalText()).toBe('AED 69.99');
  await expect(form.card('quarterly')).toContainText('AED 69.99');

  // The buyer agreed to the new price on the second try, so the shop does not ask again.
  const shown = await form.buy(buyer);
  expect(shown).toBe('AED 69.99');
  await pay(page);
  const result = new ResultPage(page);
  await result.isPaid();
  expect(minor(await result.fact('amount'))).toBe(6_999);
  expect(await chargesOf(shop, buyer)).toMatchObject([{ amount: 6_999, currency: 'aed' }]);
});

test('yes in the dialog goes straight to paying the new price', async ({ page, shop, complaints }) => {
  complaints.expect(/status of 409/);
  const form = new BuyForm(page);
  const buyer = newBuyer();
  await form.open('?package=12');
  await form.currency.selectOption('USD');
  const before = await form.totalText();
  await reprice(shop, 'vpn-12m', 'USD', '34.50');
  await form.email.fill(buyer);
  await form.button.click();
  const dialog = page.getByRole('dialog');
  await expect(dialog.locator('s')).toHaveText(before);
  await dialog.getByRole('button', { name: /^Buy for/ }).click();
  await page.waitForURL(/\/pay\//);
  expect(await sessionsOf(shop, buyer)).toMatchObject([{ amount_total: 3_450, currency: 'usd' }]);
});

test('a changed price of another plan disturbs nobody', async ({ page, shop }) => {
  const form = new BuyForm(page);
  const buyer = newBuyer();
  await form.open('?package=1');
  await reprice(shop, 'vpn-12m', 'OMR', '16.900');
  expect(minor(await form.buy(buyer))).toBe(3_999);
  expect(await sessionsOf(shop, buyer)).toMatchObject([{ amount_total: 3_999 }]);
});
