// Payments that are declined, abandoned or forgotten: the page claims nothing, nothing is lost, and the way back leads
// to the same offer.
import type { Page } from '@playwright/test';
import { awake, BuyForm, newBuyer, onPayPage, pay, ResultPage } from './buying';
import { refund } from './program';
import { chargesOf, onlySessionOf, payElsewhere, sessionsOf } from './provider';
import { expect, test } from './shop';
import { words } from './words';

const OFFER = '?code=SPRING20&package=3';

/** Follows "Retry Payment" into its new tab. */
async function retry(page: Page, result: ResultPage): Promise<BuyForm> {
  await expect(result.retry).toHaveAttribute('href', `${result.t.prefix}/buy${OFFER}`);
  const opened = page.context().waitForEvent('page');
  await result.retry.click();
  const tab = await opened;
  await tab.waitForLoadState();
  await awake(tab);
  const form = new BuyForm(tab, result.t);
  await expect(tab).toHaveURL(new RegExp(`/buy\\${OFFER}$`));
  await expect(form.plan('quarterly')).toBeChecked();
  await expect(tab.getByText('SPRING20').first()).toBeVisible();
  return form;
}

test('a declined card can be tried again on the same page', async ({ page, shop, complaints }) => {
  complaints.expect(/status of 402/);
  const form = new BuyForm(page);
  const buyer = newBuyer();
  await form.open(OFFER);
  await form.buy(buyer);
  await page.getByRole('button', { name: 'Decline the card' }).click();
  await expect(page.getByRole('alert')).toContainText('declined');
  expect(await chargesOf(shop, buyer)).toHaveLength(0);
  await pay(page);
  await new ResultPage(page).isPaid();
  expect(await chargesOf(shop, buyer)).toHaveLength(1);
});

for (const lang of ['en', 'ar'] as const) {
  test(`a declined buyer goes back and retries the same order, ${lang}`, async ({ page, shop }) => {
    const t = words(lang);
    const form = new BuyForm(page, t);
    const result = new ResultPage(page, t);
    const buyer = newBuyer();
    await form.open(OFFER);
    const shown = await form.buy(buyer);
    await page.getByRole('button', { name: 'Decline the card' }).click();
    await page.getByRole('link', { name: 'Leave it open and go back' }).click();

    // The hosted page is still open: the payment has not failed.
    await result.isUnpaid();
    await expect(page.getByText(t('failed.funds'), { exact: true })).toHaveCount(0);
    await expect(page.getByRole('link', { name: t('result.home') })).toHaveAttribute('href', `${t.prefix}/`);

    const again = await retry(page, result);
    expect(await again.buy(buyer)).toBe(shown);
    // The payment was still open: the retry leads to the same hosted page.
    await onlySessionOf(shop, buyer);
    await pay(again.page);
    await new ResultPage(again.page, t).isPaid();
    expect(await chargesOf(shop, buyer)).toHaveLength(1);
  });
}

for (const lang of ['en', 'ar'] as const) {
  test(`an expired pay page leads to a new payment of the same order, ${lang}`, async ({ page, shop }) => {
    const t = words(lang);
    const form = new BuyForm(page, t);
    const result = new ResultPage(page, t);
    const buyer = newBuyer();
    await form.open(OFFER);
    await form.buy(buyer);
    const first = await onPayPage(page);
    await page.getByRole('button', { name: 'Let the session expire' }).click();
    await page.getByRole('link', { name: 'Back to the shop' }).click();
    await result.isFailed();
    for (const cause of ['funds', 'card', 'declined', 'temporary']) {
      await expect(page.getByText(t(`failed.${cause}`), { exact: true })).toBeVisible();
    }
    await expect(page.getByRole('link', { name: t('result.home') })).toHaveAttribute('href', `${t.prefix}/`);

    const again = await retry(page, result);
    await again.buy(buyer);
    expect(await onPayPage(again.page)).not.toBe(first);
    const [next, last] = await sessionsOf(shop, buyer);
    expect([next?.status, last?.status]).toEqual(['open', 'expired']);
    expect(next?.metadata.order_id).toBe(last?.metadata.order_id);
    expect(next?.metadata.payment_id).not.toBe(last?.metadata.payment_id);
    await pay(again.page);
    await new ResultPage(again.page, t).isPaid();
    expect(await chargesOf(shop, buyer)).toHaveLength(1);
  });
}

test('the failed page of a payment that was made says so instead', async ({ page, shop }) => {
  const form = new BuyForm(page);
  const buyer = newBuyer();
  await form.open(OFFER);
  await form.buy(buyer);
  const back = await page.getByRole('link', { name: 'Leave it open and go back' }).getAttribute('href');
  await pay(page);
  await new ResultPage(page).isPaid();
  await page.goto(back ?? '');
  await new ResultPage(page).isPaid();
  expect(await chargesOf(shop, buyer)).toHaveLength(1);
});

for (const lang of ['en', 'ar'] as const) {
  test(`a payment whose money went back has not failed, ${lang}`, async ({ page, shop }) => {
    const t = words(lang);
    const form = new BuyForm(page, t);
    const result = new ResultPage(page, t);
    await form.open(OFFER);
    await form.buy(newBuyer());
    const session = await onPayPage(page);
    const back = await page.getByRole('link', { name: 'Leave it open and go back' }).getAttribute('href');
    await pay(page);
    await result.isPaid();
    const order = await result.fact('order');
    const paid = await result.fact('amount');
    await refund(shop, order);
    for (const [address, path] of [
      [back ?? '', 'payment-failed'],
      [`${t.prefix}/payment-success?session_id=${session}`, 'payment-success'],
    ] as const) {
      await page.goto(address);
      await result.isRefunded();
      await expect(page).toHaveURL(new RegExp(`:\\d+${t.prefix}/${path}$`));
      expect(await result.fact('order')).toBe(order);
      expect(await result.returned()).toBe(paid);
      const link = (name: string) => page.getByRole('main').getByRole('link', { name });
      await expect(link(t('not_found.buy'))).toHaveAttribute('href', `${t.prefix}/buy`);
      await expect(link(t('result.home'))).toHaveAttribute('href', `${t.prefix}/`);
      await expect(link('support@')).toHaveAttribute('href', new RegExp(`^mailto:.*subject=.*${order}`));
    }
    // A buyer who still wants the product starts a new purchase.
    await page.getByRole('link', { name: t('not_found.buy') }).click();
    await awake(page);
    await form.buy(newBuyer());
    await pay(page);
    await result.isPaid();
    expect(await result.fact('order')).not.toBe(order);
  });
}

test('a payment made elsewhere is found by the page that waits for it', async ({ page, shop }) => {
  const form = new BuyForm(page);
  const result = new ResultPage(page);
  const buyer = newBuyer();
  await form.open(OFFER);
  await form.buy(buyer);
  const session = await onPayPage(page);
  await page.getByRole('link', { name: 'Leave it open and go back' }).click();
  await result.isUnpaid();
  await payElsewhere(shop, session);
  await expect(result.heading).toHaveText(result.t('result.success'), { timeout: 20_000 });
  await result.isPaid();
  expect(await chargesOf(shop, buyer)).toHaveLength(1);
});

for (const lang of ['en', 'ar'] as const) {
  test(`nothing is claimed before the server has answered, ${lang}`, async ({ page }) => {
    const t = words(lang);
    const form = new BuyForm(page, t);
    const result = new ResultPage(page, t);
    await form.open(OFFER);
    await form.buy(newBuyer());
    let answer = () => {};
    const answered = new Promise<void>((resolve) => {
      answer = resolve;
    });
    await page.route(/subscription\/verify/, async (route) => {
      await answered;
      await route.continue();
    });
    await page.getByRole('link', { name: 'Leave it open and go back' }).click();
    await awake(page);
    await expect(page).toHaveURL(/payment-failed$/);
    await result.isChecked();
    answer();
    await result.isUnpaid();
  });

  test(`a question that is not answered says nothing about the payment, ${lang}`, async ({ page, complaints }) => {
    complaints.expect(/ERR_FAILED|status of 50[03]/);
    const t = words(lang);
    const form = new BuyForm(page, t);
    const result = new ResultPage(page, t);
    await form.open(OFFER);
    await form.buy(newBuyer());
    await page.route(/subscription\/verify/, (route) => route.abort());
    await page.getByRole('link', { name: 'Leave it open and go back' }).click();
    await result.isUnanswered();
    await expect(page.getByRole('alert')).toHaveText(t('problem.something_wrong'));
    const again = page.getByRole('button', { name: t('result.retry') });
    await again.click();
    await result.isUnanswered();
    await page.unroute(/subscription\/verify/);
    await again.click();
    await result.isUnpaid();
    await expect(result.retry).toHaveAttribute('href', `${t.prefix}/buy${OFFER}`);
  });

  test(`an unknown payment has not failed, ${lang}`, async ({ page, complaints }) => {
    complaints.expect(/status of 404/);
    const t = words(lang);
    const result = new ResultPage(page, t);
    await page.goto(`${t.prefix}/payment-failed?session_id=cs_test_nobodyknowsthis`);
    await result.isUnanswered();
    const link = (name: string) => page.getByRole('main').getByRole('link', { name });
    await expect(link(t('result.home'))).toHaveAttribute('href', `${t.prefix}/`);
    await expect(link('support@')).toHaveAttribute('href', 'mailto:support@northquay.example');
  });

  test(`without a payment there is nothing to say of one, ${lang}`, async ({ page }) => {
    const t = words(lang);
    const result = new ResultPage(page, t);
    const asked: string[] = [];
    page.on('request', (request) => {
      if (request.url().includes('/api/')) asked.push(request.url());
    });
    await page.goto(`${t.prefix}/payment-failed`);
    await expect(result.heading).toHaveText(t('result.error'));
    await expect(page.getByRole('alert')).toHaveText(t('result.no_session'));
    await expect(page.getByText(t('failed.title'), { exact: true })).toHaveCount(0);
    await expect(page.getByRole('link', { name: t('not_found.buy') })).toHaveAttribute('href', `${t.prefix}/buy`);
    expect(asked).toEqual([]);
  });
}

test('the failed page of a payment that was made never calls it failed', async ({ page }) => {
  const form = new BuyForm(page);
  await form.open(OFFER);
  await form.buy(newBuyer());
  const back = await page.getByRole('link', { name: 'Leave it open and go back' }).getAttribute('href');
  await pay(page);
  await new ResultPage(page).isPaid();
  const headings = `addEventListener('DOMContentLoaded', () => {
    const note = () => {
      const kept = JSON.parse(sessionStorage.getItem('headings') ?? '[]');
      const said = document.querySelector('h1')?.textContent;
      if (said && !kept.includes(said)) sessionStorage.setItem('headings', JSON.stringify([...kept, said]));
    };
    note();
    new MutationObserver(note).observe(document.body, { childList: true, subtree: true, characterData: true });
  });`;
  await page.addInitScript(headings);
  await page.goto(back ?? '');
  await new ResultPage(page).isPaid();
  const { t } = new ResultPage(page);
  const seen: string[] = JSON.parse((await page.evaluate(() => sessionStorage.getItem('headings'))) ?? '[]');
  expect(seen).toEqual([t('failed.checking'), t('result.processing'), t('result.success')]);
});
