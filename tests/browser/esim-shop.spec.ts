// Buying data as a traveller does: find a place, choose a plan, pay by card or iDEAL, and see the outcome.
import type { Page } from '@playwright/test';
import { awake, newBuyer, onPayPage } from './buying';
import { ordersOf } from './program';
import { sessionsOf } from './provider';
import { axe, expect, test } from './shop';
import { minor, plain, type Words, words } from './words';

const go = async (page: Page, address: string) => {
  await page.goto(address);
  await awake(page);
};

const field = (page: Page, t: Words, key: string) => page.getByLabel(t(key), { exact: true });
const payButton = (page: Page) => page.locator('form button[type=submit]');
const main = (page: Page) => page.getByRole('main');

/** The amount on the button, in cents. */
const due = async (page: Page) => minor(plain(await payButton(page).innerText()));

for (const [lang, query, name] of [
  ['ar', 'اسبانيا', 'إسبانيا'],
  ['nl', 'spanje', 'Spanje'],
] as const) {
  test(`a place is found by what it is called, and its plan comes with the address, ${lang}`, async ({ page }) => {
    const t = words(lang);
    await go(page, `${t.prefix}/esim/countries`);
    await field(page, t, 'countries.search').fill(query);
    await expect(main(page).getByRole('status')).toHaveText(/: \D?1\D?$/);
    await expect(page).toHaveURL(/\?q=/);
    const place = main(page).getByRole('link', { name });
    await expect(place).toHaveCount(1);
    // A reload asks the server, which gives the same answer.
    await page.reload();
    await awake(page);
    await expect(main(page).locator('li a:visible')).toHaveCount(1);
    await field(page, t, 'countries.search').fill('zzz');
    await expect(main(page).getByRole('status')).toHaveText(t('problem.no_countries_found'));
    await field(page, t, 'countries.search').fill(query);
    await place.click();
    await expect(page.getByRole('heading', { level: 1 })).toContainText(name);
    await awake(page);
    await axe(page);
    const plan = page.getByRole('radio').nth(1);
    await plan.check();
    await expect(page).toHaveURL(/\?plan=\d+-3072-15$/);
    const shown = await due(page);
    await page.reload();
    await awake(page);
    await expect(plan).toBeChecked();
    await payButton(page).click();
    await expect(page).toHaveURL(/\/esim\/checkout\/\d+\?plan=\d+-3072-15$/);
    await awake(page);
    await axe(page);
    if (lang === 'ar') expect(await due(page)).toBe(shown);
  });
}

test('the list is sorted by name or by price', async ({ page }) => {
  const t = words('en');
  await go(page, '/esim/countries');
  const names = page.locator('#countries li a');
  await expect(names.first()).toContainText('Afghanistan');
  await page.getByLabel(t('countries.sort')).selectOption('price');
  const prices = await page.locator('#countries li a').allTextContents();
  const days = prices.map((text) => minor(/\$([\d.]+)/.exec(text)?.[1] ?? ''));
  expect(days.length).toBeGreaterThan(190);
  expect(days).toEqual([...days].sort((one, other) => one - other));
});

test('a code is refused with its reason or taken off, and a card pays what the button says', async ({ page, shop }) => {
  const t = words('en');
  const buyer = newBuyer();
  await go(page, '/esim/checkout/1?plan=1-10240-30');
  const code = field(page, t, 'order.code');
  const apply = page.getByRole('button', { name: t('order.code.apply') });
  const refused = async (text: string, problem: string) => {
    await code.fill(text);
    await code.press('Enter');
    await expect(code).toHaveAccessibleDescription(t(problem));
  };
  await apply.click();
  await expect(code).toHaveAccessibleDescription(t('problem.discount_code_required'));
  await refused('NOSUCHCODE', 'problem.discount_code_invalid');
  await refused('SPRING20', 'problem.discount_code_invalid');
  expect(await due(page)).toBe(1_349);
  await code.fill('travel10');
  await apply.click();
  await expect(main(page).getByRole('status')).toContainText('10.0%');
  expect(await due(page)).toBe(1_214);
  // The payment method changes the currency, and the code remains.
  await page.getByRole('radio', { name: t('order.method.ideal') }).check();
  expect(await due(page)).toBe(1_124);
  await page
    .getByRole('radio', { name: t('order.method.card'), exact: false })
    .first()
    .check();
  await axe(page);

  await payButton(page).click();
  await expect(field(page, t, 'order.email')).toHaveAccessibleDescription(t('problem.email_required'));
  await expect(field(page, t, 'order.email')).toBeFocused();
  await field(page, t, 'order.email').fill(buyer);
  await payButton(page).click();
  await onPayPage(page);
  expect(page.url()).toContain('payment_method=card');
  expect(await sessionsOf(shop, buyer)).toMatchObject([{ amount_total: 1_214, currency: 'usd' }]);
  await page.getByRole('button', { name: /^Pay / }).click();
  await expect(page.getByRole('heading', { level: 1 })).toHaveText(t('result.success'));
  await expect(main(page)).toContainText('$12.14');
  const qr = page.getByRole('img', { name: t('delivered.qr.name') });
  await expect(qr).toBeVisible({ timeout: 20_000 });
  expect(await qr.boundingBox()).toMatchObject({ width: 160, height: 160 });
  await expect(main(page).locator('code')).toHaveCount(3);
  for (const [name, path] of [
    ['esim.paid.install', 'tutorial'],
    ['delivered.another', 'countries'],
  ] as const) {
    const onward = main(page).getByRole('link', { name: t(name), exact: true });
    await expect(onward).toHaveAttribute('href', new RegExp(`/esim/${path}$`));
  }
  await axe(page);
  // A reload shows the same eSIM; on a phone the button comes first, and the QR code is folded away.
  const parts = await main(page).locator('code').allTextContents();
  await page.reload();
  await expect(qr).toBeVisible({ timeout: 20_000 });
  expect(await main(page).locator('code').allTextContents()).toEqual(parts);
  const session = await page.context().newCDPSession(page);
  await session.send('Emulation.setUserAgentOverride', { userAgent: 'Mozilla/5.0 (Linux; Android 16; Pixel 10)' });
  await page.reload();
  await expect(page.getByRole('button', { name: t('delivered.install') })).toBeVisible({ timeout: 20_000 });
  await expect(qr).toBeHidden();
  // The form an Android phone accepts comes first, and its own instructions are open.
  const [whole = ''] = await main(page).locator('code').allTextContents();
  expect(parts).toEqual([...whole.split('$').slice(1), whole]);
  await expect(main(page).locator('details[open] > summary')).toHaveText([t('delivered.android')]);
  const link = page.getByRole('link', { name: t('delivered.link.name') });
  await expect(link).toHaveAttribute(
    'href',
    `https://esimsetup.android.com/esim_qrcode_provisioning?carddata=LPA:${whole}`,
  );
});

test('a slow supplier and one that fails never take the success away', async ({ page, context }) => {
  const t = words('en');
  await go(page, '/esim/checkout/1');
  await field(page, t, 'order.email').fill(newBuyer());
  let answers = [{ status: 'pending' }, { status: 'pending' }, { status: 'pending' }, { status: 'error' }];
  await context.route('**/api/esim/generate-esim-order', (route) => {
    const [next = { status: 'error' }, ...rest] = answers;
    answers = rest;
    return route.fulfill({ json: { ...next, generated_esim: '' } });
  });
  await payButton(page).click();
  await onPayPage(page);
  await page.getByRole('button', { name: /^Pay / }).click();
  await expect(main(page)).toContainText(t('delivered.making'));
  await expect(main(page)).toContainText(t('delivered.slow'), { timeout: 15_000 });
  await expect(main(page)).toContainText(t('problem.esim_generation_failed'), { timeout: 15_000 });
  await expect(main(page)).toContainText(t('delivered.problem'));
  await expect(page.getByRole('heading', { level: 1 })).toHaveText(t('result.success'));
  await axe(page);
});

test('a declined payment names five reasons and leads back to the same plan', async ({ page }) => {
  const t = words('nl');
  await go(page, '/nl/esim/checkout/3?plan=3-3072-15');
  await field(page, t, 'order.email').fill(newBuyer());
  await payButton(page).click();
  await page.locator('input[value=failed]').check();
  await page.getByRole('button', { name: 'Continue' }).click();
  await expect(page.getByRole('heading', { level: 1 })).toHaveText(t('failed.title'), { timeout: 15_000 });
  await expect(main(page)).toContainText(t('problem.payment_not_processed'));
  await expect(main(page).locator('li')).toHaveCount(5);
  await page.getByRole('link', { name: t('failed.retry') }).click();
  await expect(page).toHaveURL(/\/nl\/esim\/checkout\/3\?plan=3-3072-15$/);
});

test('a declined payment with a code is tried again as the same order, for the same amount', async ({ page, shop }) => {
  const t = words('nl');
  const buyer = newBuyer();
  await go(page, '/nl/esim/checkout/3?plan=3-3072-15');
  await field(page, t, 'order.email').fill(buyer);
  await field(page, t, 'order.code').fill('TRAVEL10');
  await page.getByRole('button', { name: t('order.code.apply') }).click();
  await expect(main(page).getByRole('status')).toContainText('10');
  const shown = await due(page);
  expect(shown).toBeLessThan(449);
  await payButton(page).click();
  await page.locator('input[value=failed]').check();
  await page.getByRole('button', { name: 'Continue' }).click();
  await page.getByRole('link', { name: t('failed.retry') }).click({ timeout: 15_000 });
  await awake(page);
  await expect(field(page, t, 'order.email')).toHaveValue(buyer);
  await expect(field(page, t, 'order.code')).toHaveValue('TRAVEL10');
  await expect(page.locator('input[name=method][value=ideal]')).toBeChecked();
  await expect(main(page).getByRole('status')).toContainText('10');
  expect(await due(page)).toBe(shown);
  await payButton(page).click();
  await page.locator('input[value=paid]').check();
  await page.getByRole('button', { name: 'Continue' }).click();
  await expect(page.getByRole('heading', { level: 1 })).toHaveText(t('result.success'), { timeout: 15_000 });
  expect(await ordersOf(shop, buyer)).toHaveLength(1);
  // A paid attempt is over: the next checkout starts with empty fields.
  await expect(main(page).locator('dl')).toContainText(buyer);
  await go(page, '/nl/esim/checkout/3?plan=3-3072-15');
  await expect(field(page, t, 'order.email')).toHaveValue('');
});

test('Dutch travellers pay by iDEAL in euros, shown before they choose it', async ({ page }) => {
  const t = words('nl');
  await go(page, '/nl/esim/checkout/3?plan=3-3072-15');
  const ways = page.locator('input[name=method]');
  await expect(ways.first()).toHaveValue('ideal');
  await expect(ways.first()).toBeChecked();
  await expect(page.locator('label:has(input[value=ideal])')).toContainText('4,49');
  await field(page, t, 'order.email').fill(newBuyer());
  const shown = await due(page);
  await payButton(page).click();
  await page.locator('input[value=paid]').check();
  await page.getByRole('button', { name: 'Continue' }).click();
  await expect(page.getByRole('heading', { level: 1 })).toHaveText(t('result.success'));
  expect(shown).toBe(449);
});

test('the chosen plan outlives a reload and a checkout without it in the address', async ({ page, context }) => {
  await go(page, '/esim/bundle/1?plan=1-20480-30');
  await payButton(page).click();
  await page.waitForURL(/\/esim\/checkout\/1/);
  await awake(page);
  expect(await due(page)).toBe(2_199);
  await go(page, '/esim/checkout/1');
  await expect(page).toHaveURL(/plan=1-20480-30/);
  expect(await due(page)).toBe(2_199);
  // Another tab has no stored choice: it shows the first plan.
  const other = await context.newPage();
  await go(other, '/esim/checkout/1');
  expect(await due(other)).toBe(299);
  // Storage is untrusted input, so the page validates it.
  await page.evaluate(() => window.sessionStorage.setItem('checkoutData', '{"bundleId":"1","amountMb":0}'));
  await go(page, '/esim/checkout/1');
  expect(await due(page)).toBe(299);
  await go(page, '/esim/checkout');
  await expect(page).toHaveURL(/\/esim\/countries$/);
});

test('an address without a payment, or with one that nobody made, says so', async ({ page, complaints }) => {
  complaints.expect(/status of 4\d\d .*check-payment-status/);
  const t = words('en');
  const cases: [string, string][] = [
    ['', 'problem.order_invalid'],
    ['?hash=nobody&payment_method=card', 'problem.verification_failed'],
  ];
  for (const [query, title] of cases) {
    await go(page, `/esim/callback-success${query}`);
    await expect(page.getByRole('heading', { level: 1 })).not.toHaveText(t('result.success'));
    await expect(page.getByRole('heading', { level: 1 })).toHaveText(t(title), { timeout: 15_000 });
  }
  await go(page, '/esim/callback-failed');
  await expect(page.getByText(t('problem.order_missing'))).toBeVisible();
  await expect(page.getByRole('link', { name: t('esim.nav.countries') }).last()).toHaveAttribute(
    'href',
    '/esim/countries',
  );
});
