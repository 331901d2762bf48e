// The deal page: plan, e-mail, method, and the state that each way out of the dialogs leaves behind.
import { awake, newBuyer, onPayPage } from './buying';
import { DealForm } from './deal-form';
import { onlySessionOf, sessionsOf } from './provider';
import { expect, test } from './shop';
import { plain, words } from './words';

test('by card: every way out forgets the purchase, and one order is made at the shown price', async ({
  page,
  shop,
}) => {
  const t = words('nl');
  const form = new DealForm(page, t);
  const buyer = newBuyer('sanne');
  await form.open();
  await form.yearly.click();
  await expect(form.email).toBeFocused();
  await form.email.fill('sanne');
  await page.keyboard.press('Enter');
  await expect(form.email).toHaveAccessibleDescription('Voer een geldig e-mailadres in');
  await page.keyboard.press('Escape');
  await expect(form.emailDialog).toBeHidden();
  await expect(form.yearly).toBeFocused();

  // By keyboard alone.
  await page.keyboard.press('Enter');
  await expect(form.email).toHaveValue('');
  await form.email.pressSequentially(buyer);
  await page.keyboard.press('Enter');
  await expect(form.methodDialog).toBeVisible();
  const says = plain(await form.method('card').innerText());
  expect(says).toContain('39,99');
  expect(says).toContain('16');
  await expect(form.method('ideal')).toContainText('iDEAL | Wero');
  await form.methodDialog.getByRole('button', { name: t('deal.cancel') }).click();
  await expect(form.methodDialog).toBeHidden();
  expect(await sessionsOf(shop, buyer)).toHaveLength(0);

  await form.goToMethods(buyer);
  await form.method('card').dblclick();
  await onPayPage(page);
  expect(await onlySessionOf(shop, buyer)).toMatchObject({ amount_total: 3999, currency: 'eur' });
  // The server reads the return page's language from the cookie, the pages from their storage.
  const kept = await page.context().cookies(shop.url);
  expect(kept.find(({ name }) => name === 'selectedLanguage')?.value).toBe('nl');

  // The Back button brings a page that starts afresh.
  await page.goBack();
  await awake(page);
  await expect(form.methodDialog).toBeHidden();
  await form.yearly.click();
  await expect(form.email).toHaveValue('');
});

test('by iDEAL: a failure is told in the language of the page, and the next try is paid at the bank', async ({
  page,
  complaints,
}) => {
  complaints.expect(/status of 503/);
  const t = words('en');
  const form = new DealForm(page, t);
  await form.open();
  await form.goToMethods(newBuyer('jan'));
  let release: () => void = () => undefined;
  const held = new Promise<void>((resolve) => {
    release = resolve;
  });
  await page.route('**/api/mollie/create-payment', async (route) => {
    await held;
    const body = { status: 'error', code: 'payment_failed', message: '', request_id: 'r1' };
    await route.fulfill({ status: 503, json: body });
  });
  await form.method('ideal').click();
  await expect(form.methodDialog.getByRole('status')).toContainText('Processing payment...');
  await expect(form.method('card')).toHaveAttribute('aria-disabled', 'true');
  release();
  await expect(form.methodDialog.getByRole('alert')).toContainText('Payment failed. Please try again.');
  await expect(form.method('card')).not.toHaveAttribute('aria-disabled');
  await page.unroute('**/api/mollie/create-payment');
  await form.method('ideal').click();
  await page.locator('input[value=paid]').check();
  await page.getByRole('button', { name: 'Continue' }).click();
  await expect(page).toHaveURL(new RegExp(`${t.dealPrefix}/callback-success-mollie$`));
  await expect(page.getByRole('heading', { name: t('result.success') })).toBeVisible();
});

test('how a price is made names the free months and what a card pays later', async ({ page }) => {
  const t = words('en');
  await new DealForm(page, t).open();
  const card = page.getByRole('listitem').filter({ has: page.getByText(t('deal.popular'), { exact: true }) });
  await card.getByText(t('how.title'), { exact: true }).click();
  const step = (name: string) => card.getByRole('term').filter({ hasText: name });
  await expect(step(t('how.extra_months', { count: '4' }))).toBeVisible();
  await expect(step(t('deal.how.renewal.yearly'))).toBeVisible();
  await expect(card.getByText(t('how.equal'), { exact: true })).toBeVisible();
});

for (const [from, to, says] of [
  ['"due_now":3999', '"due_now":2999', 'how.outdated'],
  ['"list":15588,"price":3999', '"list":15588,"price":3899', 'how.differs'],
] as const) {
  test(`a price that its facts do not lead to is read again from the page: ${says}`, async ({ page }) => {
    const t = words('en');
    const form = new DealForm(page, t);
    const read: boolean[] = [];
    await page.route('**/affiliate-vpn-deals', async (route) => {
      const opened = route.request().isNavigationRequest();
      read.push(opened);
      if (!opened) return route.continue();
      const answer = await route.fetch();
      const text = await answer.text();
      expect(text).toContain(from);
      return route.fulfill({ response: answer, body: text.replaceAll(from, to) });
    });
    await form.open();
    const card = page.getByRole('listitem').filter({ has: page.getByText(t('deal.popular'), { exact: true }) });
    await card.getByText(t('how.title'), { exact: true }).click();
    await expect(card.getByText(t(says), { exact: true })).toBeVisible();
    await expect(card.getByRole('term')).toHaveCount(0);
    expect(read).toEqual([true, false]);
  });
}
