// Every state that a buyer can reach, checked by axe in both writing directions, light and dark. sweep.spec.ts checks
// the pages as first loaded.
import type { Page } from '@playwright/test';
import { awake, BuyForm, newBuyer, onPayPage, pay, ResultPage } from './buying';
import { refund } from './program';
import { breakDown, mend } from './provider';
import { axe, expect, test } from './shop';
import { words } from './words';

async function inBothLights(page: Page) {
  for (const colorScheme of ['light', 'dark'] as const) {
    await page.emulateMedia({ colorScheme, reducedMotion: 'reduce' });
    await axe(page);
  }
}

for (const lang of ['en', 'ar'] as const) {
  const t = words(lang);

  test.describe(lang, () => {
    test('the form with its errors is accessible', async ({ page, shop, complaints }) => {
      complaints.expect(/status of 503/);
      const form = new BuyForm(page, t);
      await form.open('?code=SUMMER25');
      await form.button.click();
      await form.saysBesideField(t('problem.email_required'));
      await inBothLights(page);
      await breakDown(shop, 'checkout.sessions.create');
      try {
        await form.email.fill(newBuyer());
        await form.button.click();
        await expect(form.alert).toContainText(t('problem.something_wrong'), { timeout: 20_000 });
        await inBothLights(page);
      } finally {
        await mend(shop);
      }
    });

    test('the dialogs are accessible', async ({ page, complaints }) => {
      complaints.expect(/status of 409/);
      const form = new BuyForm(page, t);
      await form.open();
      await page.getByRole('banner').getByRole('link').first().click();
      await expect(page.getByRole('dialog', { name: t('leave.title') })).toBeVisible();
      await inBothLights(page);
      await page.keyboard.press('Escape');
      await page.getByRole('button', { name: t('shell.languages') }).click();
      await inBothLights(page);
      await page.keyboard.press('Escape');
      // Simulates a price change since the page was rendered: the server answers with the current price.
      await page.route(/get_checkout_link/, (route) => {
        const postData = { ...route.request().postDataJSON(), expected_amount: 13_999 };
        return route.continue({ postData });
      });
      await form.email.fill(newBuyer());
      await form.button.click();
      await expect(page.getByRole('dialog', { name: t('repriced.title') })).toBeVisible();
      await inBothLights(page);
    });

    test('the pages of an unpaid order are accessible', async ({ page }) => {
      const form = new BuyForm(page, t);
      const result = new ResultPage(page, t);
      await form.open('?package=3');
      await form.buy(newBuyer());
      const session = await onPayPage(page);
      await inBothLights(page);
      let answer = () => {};
      const answered = new Promise<void>((resolve) => {
        answer = resolve;
      });
      await page.route(/subscription\/verify/, async (route) => {
        await answered;
        await route.continue();
      });
      await page.getByRole('link', { name: 'Leave it open and go back' }).click();
      await result.isChecked();
      await inBothLights(page);
      answer();
      await result.isUnpaid();
      await inBothLights(page);
      await page.goto(`${t.prefix}/payment-success?session_id=${session}`);
      await awake(page);
      await expect(result.heading).toHaveText(t('result.processing'));
      await inBothLights(page);
    });

    test('the states of a payment for data are accessible', async ({ page, shop, complaints }) => {
      complaints.expect(/status of (404|409)/);
      const result = new ResultPage(page, t);
      const order = async (method: 'card' | 'ideal', email = newBuyer()) => {
        await page.goto(`${t.prefix}/esim/checkout/3?plan=3-3072-15`);
        await awake(page);
        await page.getByLabel(t('order.email'), { exact: true }).fill(email);
        await page.locator(`input[name=method][value=${method}]`).check();
        await page.locator('form button[type=submit]').click();
      };

      await order('card');
      await onPayPage(page);
      await page.getByRole('link', { name: 'Leave it open and go back' }).click();
      await expect(result.heading).toHaveText(t('result.unpaid.title'));
      await inBothLights(page);

      await order('ideal');
      await page.locator('input[value=failed]').check();
      await page.getByRole('button', { name: 'Continue' }).click();
      await expect(result.heading).toHaveText(t('failed.title'), { timeout: 15_000 });
      await inBothLights(page);

      await page.goto(`${t.prefix}/esim/callback-success?hash=nobody&payment_method=card`);
      await expect(result.heading).toHaveText(t('problem.verification_failed'), { timeout: 15_000 });
      await inBothLights(page);

      const buyer = newBuyer();
      await order('card', buyer);
      await onPayPage(page);
      const asked = page.waitForRequest(/check-payment-status/);
      await page.getByRole('button', { name: /^Pay / }).click();
      const { search } = new URL((await asked).url());
      await expect(page.getByRole('main').locator('code').first()).toBeVisible({ timeout: 20_000 });
      await inBothLights(page);
      const number = await result.fact('order');
      await order('card', buyer);
      await expect(page.getByRole('dialog', { name: t('order.again.title') })).toBeVisible();
      await inBothLights(page);
      await refund(shop, number);
      await page.goto(`${t.prefix}/esim/callback-success${search}`);
      await expect(result.heading).toHaveText(t('refunded.title'), { timeout: 15_000 });
      await inBothLights(page);
    });

    test('the receipt, the refund and the error are accessible', async ({ page, shop, complaints }) => {
      complaints.expect(/status of 404/);
      const form = new BuyForm(page, t);
      const result = new ResultPage(page, t);
      await form.open();
      await form.buy(newBuyer());
      const session = await onPayPage(page);
      await pay(page);
      await result.isPaid();
      await inBothLights(page);
      await refund(shop, await result.fact('order'));
      await page.goto(`${t.prefix}/payment-failed?session_id=${session}`);
      await result.isRefunded();
      await inBothLights(page);
      await page.goto(`${t.prefix}/payment-success?session_id=cs_test_unknown`);
      await expect(result.heading).toHaveText(t('result.error'));
      await inBothLights(page);
    });
  });
}
