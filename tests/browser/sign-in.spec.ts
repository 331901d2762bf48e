// Signing in by the mailed code, by keyboard and in both writing directions, and the panel behind it.
import type { Page } from '@playwright/test';
import { awake, BuyForm, newBuyer, pay, ResultPage } from './buying';
import { unfold } from './panel-stage';
import { axe, expect, test } from './shop';
import { mailedCode } from './signing-in';
import { plain, words } from './words';

async function inBothLights(page: Page) {
  for (const colorScheme of ['light', 'dark'] as const) {
    await page.emulateMedia({ colorScheme, reducedMotion: 'reduce' });
    await axe(page);
  }
}

const arabic = (digits: string) => digits.replace(/\d/g, (digit) => String.fromCodePoint(0x660 + Number(digit)));

for (const lang of ['en', 'ar'] as const) {
  test(`a customer signs in with the mailed code, cancels the renewal and signs out: ${lang}`, async ({
    page,
    shop,
  }) => {
    const t = words(lang);
    const email = newBuyer();
    const form = new BuyForm(page, t);
    await form.open();
    await form.buy(email);
    await pay(page);
    await new ResultPage(page, t).isPaid();

    await page.goto(`${t.prefix}/panel`);
    await awake(page);
    const address = page.getByRole('textbox', { name: t('login.email') });
    await address.press('Enter');
    await expect(page.getByText(t('problem.email_address_required'))).toBeVisible();
    await address.fill('amal@');
    await address.press('Enter');
    await expect(page.getByText(t('problem.email_address_invalid'))).toBeVisible();
    await inBothLights(page);
    await address.fill(email);
    await address.press('Enter');
    await expect(page.getByRole('status')).toContainText(t('message.otp_sent'));

    const code = page.getByRole('textbox', { name: t('login.code') });
    await expect(code).toBeFocused();
    const right = await mailedCode(shop, email);
    await page.keyboard.type(String((Number(right) + 1) % 10_000).padStart(4, '0'));
    await expect(page.getByRole('alert')).toHaveText(t('problem.otp_invalid'));
    await expect(code).toHaveValue('');
    await expect(code).toBeFocused();
    const resend = page.getByRole('button', { name: t('login.resend') });
    await expect(resend).toHaveAttribute('aria-disabled', 'true');
    expect(plain(await resend.innerText())).toMatch(/\(\d+ /);
    await inBothLights(page);
    await page.keyboard.insertText(lang === 'ar' ? arabic(right) : right);

    await expect(page.getByRole('heading', { level: 1, name: t('panel.title') })).toBeVisible();
    await expect(page).toHaveURL(`${t.prefix}/panel`);
    expect(await page.evaluate(() => localStorage.getItem('authToken'))).toBe('signed-in');
    // At the top, and again beside the apps.
    await expect(page.getByText(email)).toHaveCount(2);
    await inBothLights(page);

    await page.getByRole('button', { name: t('panel.cancel'), exact: true }).click();
    const dialog = page.getByRole('dialog', { name: t('panel.cancel') });
    await expect(dialog).toBeVisible();
    await inBothLights(page);
    await dialog.getByRole('button', { name: t('panel.cancel.confirm') }).click();
    await expect(dialog).toBeHidden();
    await expect(page.getByRole('button', { name: t('panel.cancel'), exact: true })).toHaveCount(0);

    await unfold(page, t);
    await page.getByRole('button', { name: t('panel.letters'), exact: true }).press('Enter');
    await expect(page.getByRole('status').filter({ hasText: t('panel.letters.sent') })).toBeVisible();
    await inBothLights(page);

    // The provider's portal has the card and the invoices, and leads back.
    await page.getByRole('button', { name: t('panel.billing') }).press('Enter');
    await expect(page).toHaveURL(/\/portal\/\w+$/);
    await expect(page.getByText(email)).toBeVisible();
    await page.getByRole('link', { name: 'Return to the shop' }).click();
    await expect(page).toHaveURL(`${t.prefix}/panel`);

    // Later the customer resumes the renewal by keyboard: the provider has recorded the cancellation by then.
    const resume = page.getByRole('button', { name: t('panel.resume'), exact: true });
    await expect(async () => {
      await page.reload();
      await expect(resume).toBeVisible({ timeout: 2_000 });
    }).toPass();
    await resume.press('Enter');
    const again = page.getByRole('dialog', { name: t('panel.resume') });
    await inBothLights(page);
    await page.keyboard.press('Escape');
    await expect(again).toBeHidden();
    await expect(resume).toBeFocused();
    await resume.press('Enter');
    await again.getByRole('button', { name: t('panel.resume.confirm') }).press('Enter');
    await expect(again).toBeHidden();
    await expect(resume).toHaveCount(0);
    await expect(page.locator('article div[tabindex="-1"]:focus')).toHaveCount(1);

    await page.getByRole('button', { name: t('panel.sign_out'), exact: true }).click();
    await expect(page.getByRole('heading', { level: 1, name: t('login.title') })).toBeVisible();
    expect(await page.evaluate(() => localStorage.getItem('authToken'))).toBeNull();
  });
}
