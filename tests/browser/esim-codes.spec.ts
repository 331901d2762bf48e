// Each way in which a discount code for data is refused, at its field, and what the price is then. The shop is one of its
// own, because its prices and codes change.
import type { Page } from '@playwright/test';
import { awake, newBuyer, onPayPage } from './buying';
import { expect, test } from './own-shop';
import { edit, repriceData } from './price-book';
import { sessionsOf } from './provider';
import { axe } from './shop';
import { minor, plain, type Words, words } from './words';

const CHECKOUT = '/esim/checkout/1?plan=1-3072-15';
const FULL = 649;

const field = (page: Page, t: Words) => page.getByLabel(t('order.code'), { exact: true });
const payButton = (page: Page) => page.locator('form button[type=submit]');
const due = async (page: Page) => minor(plain(await payButton(page).innerText()));

async function open(page: Page, t: Words, checkout = CHECKOUT) {
  await page.goto(`${t.prefix}${checkout}`);
  await awake(page);
}

/** Types a code and applies it; the field says what became of it. */
async function isRefused(page: Page, t: Words, code: string, problem: string) {
  await field(page, t).fill(code);
  await page.getByRole('button', { name: t('order.code.apply') }).click();
  await expect(field(page, t)).toHaveAccessibleDescription(t(problem), { timeout: 15_000 });
  expect(await due(page)).toBe(FULL);
}

/** More codes for data. */
const addCodes = (shop: Parameters<typeof edit>[0], ...codes: readonly Record<string, string | number>[]) =>
  edit(shop, (toml) => {
    const lines = codes.flatMap((code) => [
      '',
      '[[code]]',
      ...Object.entries({ percent: '10', term: 'first', scope: 'refills', ...code }).map(
        ([name, value]) => `${name} = ${typeof value === 'number' ? value : JSON.stringify(value)}`,
      ),
    ]);
    return `${toml}\n${lines.join('\n')}\n`;
  });

const after = (milliseconds: number) => new Date(Date.now() + milliseconds).toISOString();

for (const lang of ['en', 'ar'] as const) {
  test(`a code that does not hold is refused at its field, ${lang}`, async ({ page, shop, complaints, browser }) => {
    complaints.expect(/status of (429|503)|ERR_FAILED/);
    const t = words(lang);
    const tag = lang.toUpperCase();
    await addCodes(
      shop,
      { code: `OVER${tag}`, ends: after(-60_000) },
      { code: `SOON${tag}`, starts: after(3_600_000) },
      { code: `ONCE${tag}`, usage_limit: 1 },
    );
    // Another buyer has the only use, on a pay page that is open.
    const elsewhere = await browser.newContext({ baseURL: shop.url });
    const other = await elsewhere.newPage();
    await open(other, t);
    await expect(async () => {
      await field(other, t).fill(`ONCE${tag}`);
      await other.getByRole('button', { name: t('order.code.apply') }).click();
      await expect(other.getByRole('main').getByRole('status')).toContainText('10', { timeout: 1_000 });
    }).toPass({ timeout: 10_000 });
    await other.getByLabel(t('order.email'), { exact: true }).fill(newBuyer());
    await payButton(other).click();
    await onPayPage(other);
    await elsewhere.close();
    // The server refreshes the remaining uses within a second. Until then this call accepts the code; checkout refuses it.
    const asked = `/api/esim/discount-code/ONCE${tag}/${FULL}?currency=USD&structured_data=1-3072-15&lang=en`;
    await expect.poll(async () => (await (await page.request.post(asked)).json()).code).toBe('discount_code_invalid');

    await open(page, t);
    await isRefused(page, t, '   ', 'problem.discount_code_required');
    for (const code of [`OVER${tag}`, `SOON${tag}`, `ONCE${tag}`, 'SPRING20', 'NOSUCHCODE']) {
      await isRefused(page, t, code, 'problem.discount_code_invalid');
    }
    // What the server cannot say, and what never reaches it.
    const answers: [string, (route: import('@playwright/test').Route) => Promise<void>, string][] = [
      [
        'too often',
        (route) =>
          route.fulfill({ status: 429, json: { status: 'error', code: 'rate_limited', message: '', request_id: 'r' } }),
        'problem.rate_limited',
      ],
      [
        'in trouble',
        (route) =>
          route.fulfill({
            status: 503,
            json: { status: 'error', code: 'provider_unavailable', message: '', request_id: 'r' },
          }),
        'problem.discount_apply_failed',
      ],
      ['lost', (route) => route.abort(), 'problem.discount_server_error'],
    ];
    for (const [what, answer, problem] of answers) {
      await page.route('**/api/esim/discount-code/**', answer);
      await test.step(what, () => isRefused(page, t, 'TRAVEL10', problem));
      await page.unroute('**/api/esim/discount-code/**');
    }
    await axe(page);
    // And then it holds.
    await page.getByRole('button', { name: t('order.code.apply') }).click();
    await expect(page.getByRole('main').getByRole('status')).toContainText('10');
    expect(await due(page)).toBe(584);
  });
}

test('a code that ends between applying and paying still holds for its buyer', async ({ page, shop }) => {
  const t = words('en');
  const buyer = newBuyer();
  const ends = Date.now() + 8_000;
  await addCodes(shop, { code: 'LASTGIGS', ends: new Date(ends).toISOString() });
  await open(page, t);
  await expect(async () => {
    await field(page, t).fill('LASTGIGS');
    await page.getByRole('button', { name: t('order.code.apply') }).click();
    await expect(page.getByRole('main').getByRole('status')).toContainText('10', { timeout: 500 });
  }).toPass({ timeout: 6_000 });
  await page.waitForTimeout(Math.max(0, ends + 1_200 - Date.now()));
  await page.getByLabel(t('order.email'), { exact: true }).fill(buyer);
  expect(await due(page)).toBe(584);
  await payButton(page).click();
  await onPayPage(page);
  expect(await sessionsOf(shop, buyer)).toMatchObject([{ amount_total: 584, currency: 'usd' }]);
});

test('a code for a price of before shows the new price, and takes off what it takes off that', async ({
  page,
  shop,
}) => {
  const t = words('en');
  const buyer = newBuyer();
  await open(page, t, '/esim/checkout/3?plan=3-5120-30');
  expect(await repriceData(shop, 3, '7.99')).toContain('is in force');
  const dialog = page.getByRole('dialog', { name: t('repriced.title') });
  // The shop reads its prices anew within a second.
  await expect(async () => {
    await field(page, t).fill('TRAVEL10');
    await page.getByRole('button', { name: t('order.code.apply') }).click();
    await expect(dialog).toBeVisible({ timeout: 1_000 });
  }).toPass({ timeout: 10_000 });
  await expect(dialog.locator('s')).toHaveText(/^\$(6\.49|5\.84)$/);
  await expect(dialog).toContainText('$7.19');
  await axe(page);
  await dialog.getByRole('button', { name: t('order.repriced.yes') }).click();
  await expect(dialog).toBeHidden();
  expect(await due(page)).toBe(719);
  expect(await sessionsOf(shop, buyer)).toHaveLength(0);
  await page.getByLabel(t('order.email'), { exact: true }).fill(buyer);
  await payButton(page).click();
  await onPayPage(page);
  expect(await sessionsOf(shop, buyer)).toMatchObject([{ amount_total: 719, currency: 'usd' }]);
});

test('a place whose plans are all gone says so, and leads back to the others', async ({ page, shop }) => {
  await edit(shop, (toml) => toml.replace(/(\[\[bundle\]\]\nid = 2\n[\s\S]*?plans = \[)[^\]]*\]/, '$1]'));
  for (const lang of ['en', 'ar'] as const) {
    const t = words(lang);
    await expect(async () => {
      await page.goto(`${t.prefix}/esim/bundle/2`);
      await expect(page.getByText(t('problem.no_plans'))).toBeVisible({ timeout: 500 });
    }).toPass({ timeout: 10_000 });
    await expect(page.getByRole('main').getByRole('radio')).toHaveCount(0);
    await axe(page);
    await page.getByRole('link', { name: t('bundle.back') }).click();
    await expect(page).toHaveURL(new RegExp(`${t.prefix}/esim/countries$`));
  }
});
