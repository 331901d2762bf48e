// Detours through the eSIM shop: Back, before and after paying, a second tab, a link that another person opens, and a
// link of another payment.
import type { Page } from '@playwright/test';
import { awake, newBuyer, onPayPage } from './buying';
import { chargesOf, sessionsOf } from './provider';
import { axe, expect, test } from './shop';
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

  // The buyer's other device has the link and not the cookie: it shows the eSIM, and a masked e-mail address.
  const elsewhere = await browser.newContext({ baseURL: shop.url });
  const device = await elsewhere.newPage();
  await device.goto(`/esim/callback-success?hash=${hash}&payment_method=card`);
  await expect(qr(device)).toBeVisible({ timeout: 20_000 });
  expect(await device.getByRole('main').locator('code').allTextContents()).toEqual(parts);
  await expect(device.getByText(buyer)).toHaveCount(0);
  await expect(device.getByRole('main').locator('dl')).toContainText('s***@example.com');
  await elsewhere.close();

  // The same hash with the other provider's method, and the hash with one letter changed.
  complaints.expect(/status of 404 .*check-payment-status/);
  const last = hash.at(-1) === 'a' ? 'b' : 'a';
  for (const query of [`hash=${hash}&payment_method=mollie`, `hash=${hash.slice(0, -1)}${last}&payment_method=card`]) {
    await page.goto(`/esim/callback-success?${query}`);
    await expect(heading(page), query).toHaveText(t('problem.verification_failed'), { timeout: 15_000 });
    await expect(page.getByRole('main').locator('code')).toHaveCount(0);
  }
});

/** Pays on the provider's page and waits for the eSIM; returns the parts of its code. */
async function payAndInstall(page: Page): Promise<string[]> {
  await page.getByRole('button', { name: /^Pay / }).click();
  await expect(qr(page)).toBeVisible({ timeout: 20_000 });
  return page.getByRole('main').locator('code').allTextContents();
}

test('after paying, Back, Pay and a reload lead to the receipt, and one payment was made', async ({ page, shop }) => {
  const buyer = newBuyer();
  await page.goto(CHECKOUT);
  await toPayPage(page, buyer);
  const parts = await payAndInstall(page);
  await page.goBack();
  await expect(heading(page)).toHaveText('Already paid');
  for (const reloaded of [false, true]) {
    await page.goBack();
    await expect(page).toHaveURL(CHECKOUT);
    if (reloaded) await page.reload();
    await awake(page);
    await email(page).fill(buyer);
    await payButton(page).click();
    await expect(qr(page)).toBeVisible({ timeout: 20_000 });
    await expect(page).toHaveURL(/\/esim\/callback-success$/);
    expect(await page.getByRole('main').locator('code').allTextContents()).toEqual(parts);
  }
  expect(await chargesOf(shop, buyer)).toHaveLength(1);
  expect(await sessionsOf(shop, buyer)).toHaveLength(1);
});

for (const lang of ['en', 'ar'] as const) {
  test(`a second tab is asked before the same eSIM is bought again, ${lang}`, async ({
    page,
    context,
    shop,
    complaints,
  }) => {
    complaints.expect(/status of 409/);
    const t = words(lang);
    const buyer = newBuyer();
    const checkout = `${t.prefix}${CHECKOUT}`;
    const press = async (tab: Page) => {
      await tab.getByLabel(t('order.email'), { exact: true }).fill(buyer);
      await payButton(tab).click();
    };
    const second = await context.newPage();
    for (const tab of [page, second]) {
      await tab.goto(checkout);
      await awake(tab);
    }
    await press(page);
    await onPayPage(page);
    await page.getByRole('button', { name: /^Pay / }).click();
    const codeOf = async (tab: Page) => {
      await expect(tab.getByRole('main').locator('code').first()).toBeVisible({ timeout: 20_000 });
      return tab.getByRole('main').locator('code').allTextContents();
    };
    const parts = await codeOf(page);

    // By mistake: the dialog leads to the first purchase.
    await press(second);
    const question = second.getByRole('dialog', { name: t('order.again.title') });
    await expect(question).toBeVisible();
    await axe(second);
    await second.keyboard.press('Escape');
    await expect(question).toBeHidden();
    await payButton(second).click();
    await question.getByRole('button', { name: t('order.again.show') }).click();
    expect(await codeOf(second)).toEqual(parts);
    expect(await chargesOf(shop, buyer)).toHaveLength(1);

    // On purpose: a second traveller needs an eSIM too, and gets another one.
    await second.goto(checkout);
    await awake(second);
    await press(second);
    await question.getByRole('button').nth(1).click();
    await onPayPage(second);
    await second.getByRole('button', { name: /^Pay / }).click();
    const others = await codeOf(second);
    expect(others).not.toEqual(parts);
    expect(await chargesOf(shop, buyer)).toHaveLength(2);
    // Going back from the second purchase leads to the second eSIM.
    await second.goBack();
    await second.goBack();
    await awake(second);
    await press(second);
    expect(await codeOf(second)).toEqual(others);
    expect(await chargesOf(shop, buyer)).toHaveLength(2);
  });
}
