// A deal from its page to the page after the payment, with both payment methods; and its dialogs in every state, on the
// narrowest phone, light and dark, in a language from each direction.
import type { Page } from '@playwright/test';
import { awake, newBuyer, onPayPage, pay, ResultPage } from './buying';
import { DealForm } from './deal-form';
import { cutOff, sticksOut } from './fitting';
import { atBank } from './provider';
import { axe, expect, test } from './shop';
import { words } from './words';

test('a deal paid by card ends on the page that also tells of its eSIM', async ({ page }) => {
  const t = words('nl');
  const form = new DealForm(page, t);
  const result = new ResultPage(page, t);
  const buyer = newBuyer();
  await form.open();
  await form.goToMethods(buyer);
  await form.method('card').click();
  await onPayPage(page);
  await pay(page);
  await result.isPaid();
  expect(await result.fact('email')).toBe(buyer);
  const note = page
    .locator('section')
    .filter({ has: page.getByRole('heading', { name: t('deal.esim'), exact: true }) });
  await expect(note).toContainText('support@northquay.example');
  const kept = await page.evaluate(() => ['paymentEmail', 'selectedLanguage'].map((key) => localStorage.getItem(key)));
  expect(kept).toEqual([buyer, 'nl']);
  await axe(page);
});

test('a deal that the bank settles later waits, and is then paid', async ({ page, shop }) => {
  const t = words('ar');
  const form = new DealForm(page, t);
  const result = new ResultPage(page, t);
  await form.open();
  await form.goToMethods(newBuyer());
  await form.method('ideal').click();
  await page.locator('input[value=pending]').check();
  const payment = new URL(page.url()).pathname.split('/').at(-1) ?? '';
  await page.getByRole('button', { name: 'Continue' }).click();
  await expect(page).toHaveURL(new RegExp(`${t.dealPrefix}/payment-status`));
  await awake(page);
  await expect(result.heading).toHaveText(t('result.processing'));
  await atBank(shop, payment, 'paid');
  await expect(result.heading).toHaveText(t('result.success'), { timeout: 20_000 });
  await expect(page).toHaveURL(new RegExp(`${t.dealPrefix}/callback-success-mollie$`));
  await expect(page.getByRole('heading', { name: t('deal.esim'), exact: true })).toBeVisible();
});

async function isSound(page: Page) {
  for (const colorScheme of ['light', 'dark'] as const) {
    await page.emulateMedia({ colorScheme, reducedMotion: 'reduce' });
    await axe(page);
  }
  expect([...(await sticksOut(page)), ...(await cutOff(page))]).toEqual([]);
}

for (const lang of ['nl', 'ar'] as const) {
  test.describe(`on the narrowest phone, ${lang}`, () => {
    test.use({ viewport: { width: 320, height: 640 } });

    test('each dialog of a deal fits and is accessible, with what can go wrong in it', async ({ page, complaints }) => {
      complaints.expect(/status of (503|409)/);
      const t = words(lang);
      const form = new DealForm(page, t);
      await form.open();
      await form.yearly.click();
      await form.emailDialog.getByRole('button', { name: t('deal.continue') }).click();
      await expect(form.email).toHaveAttribute('aria-invalid', 'true');
      await isSound(page);
      await form.email.fill(newBuyer());
      await form.email.press('Enter');
      await expect(form.methodDialog).toBeVisible();
      await isSound(page);

      await page.route('**/api/stripe/create-checkout-session', (route) =>
        route.fulfill({
          status: 503,
          json: { status: 'error', code: 'provider_unavailable', message: '', request_id: 'r1' },
        }),
      );
      await form.method('card').click();
      await expect(form.methodDialog.getByRole('alert')).toContainText(t('problem.payment_failed'));
      await isSound(page);
      await page.unroute('**/api/stripe/create-checkout-session');

      // Simulates a price change since the page was rendered: the server answers with the current price.
      await page.route('**/api/mollie/create-payment', (route) =>
        route.continue({ postData: { ...route.request().postDataJSON(), expected_amount: 3_499 } }),
      );
      await form.method('ideal').click();
      await expect(page.getByRole('dialog', { name: t('repriced.title') })).toBeVisible();
      await isSound(page);
    });
  });
}
