// The sales and partner pages: a countdown past its end, codes from the path, and the amounts charged.
import { awake, BuyForm, newBuyer, onPayPage } from './buying';
import { sessionsOf } from './provider';
import { axe, expect, test } from './shop';
import { minor, plain, words } from './words';

test('a sale counts down, and at its end the normal prices return, are told and are charged', async ({
  page,
  shop,
}) => {
  const t = words('en');
  await page.clock.install({ time: new Date() });
  await page.goto('/flash-sale-phrase');
  await awake(page);
  const form = new BuyForm(page);
  const buyer = newBuyer();
  const box = page.getByRole('region', { name: 'Special Offer Ends In:' });
  const figures = () => box.locator('[data-unit]').allInnerTexts();
  await expect(box.locator('[data-unit]').first()).toHaveText('02');
  const seconds = async () => {
    const [days = '', hours = '', minutes = '', rest = ''] = await figures();
    return ((Number(days) * 24 + Number(hours)) * 60 + Number(minutes)) * 60 + Number(rest);
  };
  const first = await seconds();
  const width = (await box.boundingBox())?.width;
  await page.clock.runFor(9_000);
  expect(first - (await seconds())).toBeGreaterThanOrEqual(8);
  expect((await box.boundingBox())?.width).toBe(width);
  await expect(box.getByRole('timer')).toHaveText(/^Days left: 2, hours: \d+, minutes: \d+$/);
  // Screen readers announce it once a minute: in sixty ticks the announced text changes once.
  const heard = await page.evaluateHandle(() => {
    const seen: string[] = [];
    const timer = document.querySelector('[role=timer]');
    if (timer) {
      new MutationObserver(() => seen.push(timer.textContent ?? '')).observe(timer, {
        childList: true,
        characterData: true,
        subtree: true,
      });
    }
    return seen;
  });
  await page.clock.runFor(60_000);
  expect(await heard.jsonValue()).toHaveLength(1);
  expect(await form.totalText()).toBe('AED 90.00');
  await expect(form.button).toHaveText('Get Secure Now!');
  await expect(page.getByText(t('code.applied', { code: 'phrase' }))).toBeVisible();
  await axe(page);

  await page.clock.fastForward(72 * 3_600_000);
  await expect(box).toBeHidden();
  await expect(page.getByRole('status').getByText(t('code.expired', { code: 'phrase' }))).toBeVisible();
  expect(await form.totalText()).toBe('AED 150.00');
  await expect(form.card('quarterly')).toContainText('59.97');
  const request = page.waitForRequest(/get_checkout_link/);
  await form.email.fill(buyer);
  await form.button.click();
  expect((await request).postDataJSON()).not.toHaveProperty('code');
  await onPayPage(page);
  expect(await sessionsOf(shop, buyer)).toMatchObject([{ amount_total: 15_000, currency: 'aed' }]);
});

test('while it runs, a sale charges its own price, in Arabic too', async ({ page, shop }) => {
  const t = words('ar');
  await page.goto('/ar/flash-sale-phrase?package=12');
  await awake(page);
  const form = new BuyForm(page, t);
  const buyer = newBuyer();
  await expect(page.getByText(t('sale.ends'), { exact: true })).toBeVisible();
  await form.email.fill(buyer);
  await form.email.press('Enter');
  await onPayPage(page);
  expect(await sessionsOf(shop, buyer)).toMatchObject([{ amount_total: 9_000, currency: 'aed' }]);
});

test('a code without an end has no countdown, and an unknown one says so', async ({ page }) => {
  const t = words('nl');
  const form = new BuyForm(page, t);
  await page.goto('/nl/summer-sale-spring20');
  expect(minor(await form.totalText())).toBe(12_000);
  await expect(page.getByText(t('sale.ends'), { exact: true })).toHaveCount(0);
  await expect(page.getByRole('heading', { level: 1 })).toHaveText(t('sale.headline.lasting'));
  await page.goto('/nl/flash-sale-nothing');
  await expect(page.getByRole('heading', { level: 1 })).toHaveText(t('buy.headline'));
  await expect(page.getByText(t('code.unknown'))).toBeVisible();
  expect(minor(await form.totalText())).toBe(15_000);
});

test('a partner is named with the highest discount; an unknown one is not named at all', async ({
  page,
  shop,
  complaints,
}) => {
  complaints.expect(/status of 404/);
  await page.goto('/quietharbor-special');
  await awake(page);
  const form = new BuyForm(page);
  const buyer = newBuyer();
  await expect(page).toHaveTitle('Quietharbor Brings You an Exclusive Discount!');
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Quietharbor brings you up to 76% off');
  await form.plan('quarterly').focus();
  await page.keyboard.press('Enter');
  await expect(form.email).toBeFocused();
  await form.plan('yearly').check();
  await page.getByText(form.t('how.title'), { exact: true }).click();
  await expect(page.locator('details dl')).toContainText('QUIETHARBOR');
  await axe(page);
  await form.email.fill(buyer);
  await form.button.click();
  await onPayPage(page);
  expect(await sessionsOf(shop, buyer)).toMatchObject([{ amount_total: 10_500, currency: 'aed' }]);

  const answer = await page.goto('/acme-special');
  expect(answer?.status()).toBe(404);
  await expect(page.getByRole('heading', { level: 1 })).toHaveText(form.t('buy.headline'));
  await expect(page.locator('body')).not.toContainText('Acme');
  expect(await form.totalText()).toBe('AED 150.00');
});

test.describe('with scripts switched off', () => {
  test.use({ javaScriptEnabled: false });

  test('a sale shows its prices and says what counting needs', async ({ page }) => {
    const t = words('de');
    await page.goto('/de/flash-sale-phrase');
    expect(minor(await new BuyForm(page, t).totalText())).toBe(9_000);
    const notes = await page.locator('noscript p').allInnerTexts();
    const [before = '', after = ''] = plain(t('sale.noscript', { end: '|' })).split('|');
    const note = notes.map(plain).find((text) => text.startsWith(before)) ?? '';
    expect(note.endsWith(after), note).toBe(true);
    expect(note).toMatch(/\d{1,2}\. \S+ 20\d\d, \d\d:\d\d Uhr \(UTC\)/);
  });

  test('a partner is named, with the prices and what buying needs', async ({ page }) => {
    const t = words('ar');
    await page.goto('/ar/quietharbor-special');
    await expect(page.getByRole('heading', { level: 1 })).toContainText('Quietharbor');
    expect(minor(await new BuyForm(page, t).totalText())).toBe(10_500);
    await expect(page.locator('noscript p').first()).toBeVisible();
  });
});
