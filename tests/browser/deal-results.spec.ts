// The pages after iDEAL: they claim nothing before the bank has answered, and each outcome has one page.
import type { Page } from '@playwright/test';
import { awake, newBuyer, ResultPage } from './buying';
import { atBank } from './provider';
import { axe, expect, test } from './shop';
import { type Lang, plain, type Words, words } from './words';

const STATUS_CALL = /check-payment-status/;
const LANGUAGES: readonly Lang[] = ['nl', 'en', 'de', 'fr', 'ar'];

/** Starts an iDEAL payment of twelve months; ends on the bank's page. Returns the payment's id. */
async function start(page: Page, t: Words, email = newBuyer()): Promise<string> {
  const deal = { package: 12, selectedPackage: 12, email, language: t.lang };
  const answer = await page.request.post('/api/mollie/create-payment', { data: deal });
  expect(answer.ok(), await answer.text()).toBe(true);
  const address: string = (await answer.json()).checkout_url;
  await page.goto(address);
  return new URL(address).pathname.split('/').at(-1) ?? '';
}

/** Ends the payment at the bank with a status, and returns to the shop. Returns the payment's hash. */
async function conclude(page: Page, status: 'paid' | 'pending' | 'failed' | 'canceled'): Promise<string> {
  await page.locator(`input[value=${status}]`).check();
  const back = page.waitForRequest(/[?&]hash=/);
  await page.getByRole('button', { name: 'Continue' }).click();
  return new URL((await back).url()).searchParams.get('hash') ?? '';
}

/** Expects the page of an outcome, and no personal data in its address. */
const isAt = (page: Page, t: Words, name: string) =>
  expect(page).toHaveURL(new RegExp(`:\\d+${t.dealPrefix}/${name}$`));

const fact = async (page: Page, term: string) =>
  plain(await page.locator('dt').getByText(term, { exact: true }).locator('xpath=following-sibling::dd').innerText());

for (const lang of LANGUAGES) {
  const t = words(lang);

  test(`a paid deal is shown with all that comes with it, ${lang}`, async ({ page }) => {
    const result = new ResultPage(page, t);
    const buyer = newBuyer();
    await start(page, t, buyer);
    const hash = await conclude(page, 'paid');
    await expect(result.heading).toHaveText(t('result.success'));
    await expect(result.heading).toBeFocused();
    await isAt(page, t, 'callback-success-mollie');
    const shown = await result.facts();
    expect(shown.email).toBe(buyer);
    expect(shown.amount).toMatch(/39[.,]99/);
    expect(await fact(page, t('result.expires'))).toBe(shown.ends);
    await expect(page.getByText(t('result.once'), { exact: true })).toBeVisible();
    await expect(page.getByRole('heading', { name: t('deal.esim'), exact: true })).toBeVisible();
    const link = (name: string) => page.getByRole('main').getByRole('link', { name });
    await expect(link(t('result.manage'))).toHaveAttribute('href', /\/panel$/);
    // Links keep the prefix of the address, and the Dutch page without one leads to Dutch pages.
    await expect(link(t('result.home'))).toHaveAttribute('href', `/${lang}/`);
    await axe(page);
    // Both other result pages redirect here, whatever their names say.
    for (const name of ['callback-cancel-mollie', 'payment-status']) {
      await page.goto(`${t.dealPrefix}/${name}?hash=${hash}`);
      await expect(result.heading).toHaveText(t('result.success'));
      await isAt(page, t, 'callback-success-mollie');
      expect(await result.fact('order')).toBe(shown.order);
    }
  });

  test(`a pending payment waits and is never called failed, ${lang}`, async ({ page, shop }) => {
    const result = new ResultPage(page, t);
    const payment = await start(page, t);
    const hash = await conclude(page, 'pending');
    await awake(page);
    await expect(result.heading).toHaveText(t('result.processing'));
    await page.goto(`${t.dealPrefix}/payment-status?hash=${hash}&lang=${lang}&email=jan%2Bdeal@example.com`);
    await awake(page);
    await page.waitForResponse(STATUS_CALL);
    await page.waitForResponse(STATUS_CALL);
    await expect(result.heading).toHaveText(t('result.processing'));
    await isAt(page, t, 'payment-status');
    await axe(page);
    await atBank(shop, payment, 'paid');
    await expect(result.heading).toHaveText(t('result.success'), { timeout: 20_000 });
    await isAt(page, t, 'callback-success-mollie');
    // The address named the payer, and its plus sign arrived as a plus.
    await expect(page.getByText('jan+deal@example.com').first()).toBeVisible();
    await page.reload();
    await expect(result.heading).toHaveText(t('result.success'));
    await expect(page.getByText('jan+deal@example.com').first()).toBeVisible();
  });

  test(`a failed payment says why that may be and how to go on, ${lang}`, async ({ page }) => {
    const result = new ResultPage(page, t);
    const buyer = newBuyer();
    await start(page, t, buyer);
    const hash = await conclude(page, 'failed');
    await expect(result.heading).toHaveText(t('failed.title'));
    await isAt(page, t, 'callback-cancel-mollie');
    for (const cause of ['funds', 'card', 'declined', 'temporary']) {
      await expect(page.getByText(t(`failed.${cause}`), { exact: true })).toBeVisible();
    }
    const order = await result.fact('order');
    expect(order).toMatch(/^[0-9A-Z]{4}-[0-9A-Z]{4}$/);
    expect(await result.fact('email')).toBe(buyer);
    expect(await fact(page, t('deal.status'))).toBe(t('deal.status.failed'));
    const deals = `${t.dealPrefix}/affiliate-vpn-deals`;
    await expect(result.retry).toHaveAttribute('href', deals);
    const link = (name: string) => page.getByRole('main').getByRole('link', { name });
    await expect(link(t('result.home'))).toHaveAttribute('href', deals);
    await expect(link('support@')).toHaveAttribute('href', new RegExp(`^mailto:.*subject=.*${order}`));
    await axe(page);
    // The success page of a failed payment redirects here.
    await page.goto(`${t.dealPrefix}/callback-success-mollie?hash=${hash}`);
    await expect(result.heading).toHaveText(t('failed.title'));
    await isAt(page, t, 'callback-cancel-mollie');
  });

  test(`the page of a cancelled payment claims nothing before it has asked, ${lang}`, async ({ page }) => {
    const result = new ResultPage(page, t);
    await start(page, t);
    const hash = await conclude(page, 'canceled');
    await expect(result.heading).toHaveText(t('failed.title'));
    let answer = () => {};
    const answered = new Promise<void>((resolve) => {
      answer = resolve;
    });
    await page.route(STATUS_CALL, async (route) => {
      await answered;
      await route.continue();
    });
    await page.goto(`${t.dealPrefix}/callback-cancel-mollie?hash=${hash}`);
    await awake(page);
    await result.isChecked();
    await axe(page);
    answer();
    await expect(result.heading).toHaveText(t('failed.title'));
  });

  test(`money that went back is told on the success page, ${lang}`, async ({ page }) => {
    const result = new ResultPage(page, t);
    const refunded = {
      orderId: '1234-5678',
      email: 's***@example.com',
      payment_status: 'refunded',
      amount_text: '39.99',
    };
    await page.route(STATUS_CALL, (route) => route.fulfill({ json: refunded }));
    for (const name of ['payment-status', 'callback-cancel-mollie', 'callback-success-mollie']) {
      await page.goto(`${t.dealPrefix}/${name}?hash=some`);
      await result.isRefunded();
      await isAt(page, t, 'callback-success-mollie');
      expect(await result.returned()).toBe('39.99');
    }
    await axe(page);
  });

  test(`without a hash nothing is asked, and the page says so, ${lang}`, async ({ page }) => {
    const asked: string[] = [];
    page.on('request', (request) => {
      if (request.url().includes('/api/')) asked.push(request.url());
    });
    for (const name of ['payment-status', 'callback-success-mollie', 'callback-cancel-mollie']) {
      await page.goto(`${t.dealPrefix}/${name}`);
      await expect(page.getByRole('alert')).toHaveText(t('problem.payment_hash_missing'));
      await expect(page.getByText(t('failed.title'), { exact: true })).toHaveCount(0);
      await axe(page);
    }
    expect(asked).toEqual([]);
  });

  test(`a question that is not answered can be asked again, ${lang}`, async ({ page, complaints }) => {
    complaints.expect(/ERR_FAILED/);
    const result = new ResultPage(page, t);
    await start(page, t);
    const hash = await conclude(page, 'paid');
    await expect(result.heading).toHaveText(t('result.success'));
    for (const name of ['payment-status', 'callback-success-mollie', 'callback-cancel-mollie']) {
      await page.route(STATUS_CALL, (route) => route.abort());
      await page.goto(`${t.dealPrefix}/${name}?hash=${hash}`);
      await result.isUnanswered();
      await expect(page.getByRole('alert')).toHaveText(t('problem.payment_status_failed'));
      await axe(page);
      await page.unroute(STATUS_CALL);
      await page.getByRole('button', { name: t('result.retry') }).click();
      await expect(result.heading).toHaveText(t('result.success'));
      await isAt(page, t, 'callback-success-mollie');
    }
  });
}

test('the query lang leads to its language and keeps the payment', async ({ page, shop }) => {
  const t = words('en');
  const result = new ResultPage(page, t);
  const payment = await start(page, words('nl'));
  const hash = await conclude(page, 'pending');
  await page.goto(`/payment-status?hash=${hash}&lang=en`);
  await awake(page);
  await isAt(page, t, 'payment-status');
  await expect(result.heading).toHaveText(t('result.processing'));
  await atBank(shop, payment, 'paid');
  await expect(result.heading).toHaveText(t('result.success'), { timeout: 20_000 });
  await isAt(page, t, 'callback-success-mollie');
});
