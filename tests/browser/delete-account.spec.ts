// Deleting one's account: the page first explains the consequences, the address confirms it, and the session ends.
import type { Page } from '@playwright/test';
import { awake, BuyForm, newBuyer, pay, ResultPage } from './buying';
import { lettersTo } from './provider';
import { axe, expect, test } from './shop';
import { mailedCode } from './signing-in';
import { plain, words } from './words';

async function inBothLights(page: Page) {
  for (const colorScheme of ['light', 'dark'] as const) {
    await page.emulateMedia({ colorScheme, reducedMotion: 'reduce' });
    await axe(page);
  }
}

for (const lang of ['en', 'ar'] as const) {
  test(`a customer reads what deleting means, confirms it by keyboard and is gone: ${lang}`, async ({ page, shop }) => {
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
    await address.fill(email);
    await address.press('Enter');
    await expect(page.getByRole('textbox', { name: t('login.code') })).toBeFocused();
    await page.keyboard.insertText(await mailedCode(shop, email));
    await expect(page.getByRole('heading', { level: 1, name: t('panel.title') })).toBeVisible();

    const ask = page.getByRole('button', { name: t('panel.delete'), exact: true });
    await ask.press('Enter');
    const dialog = page.getByRole('dialog', { name: t('panel.delete') });
    const typed = dialog.getByRole('textbox', { name: t('panel.delete.email') });
    await expect(typed).toBeVisible();
    await expect(dialog.getByText(t('panel.delete.lead'))).toBeFocused();
    for (const key of ['gone.text', 'kept.text'] as const) {
      await expect(dialog.getByText(t(`panel.delete.${key}`))).toBeVisible();
    }
    // The page says what happens to the plan, and when.
    const [, before, after] = plain(t('panel.delete.renews', { product: '|', date: '|' })).split('|');
    const said = plain(await dialog.locator('dd').last().innerText());
    const day = said.slice(said.indexOf(before ?? '?') + (before ?? '').length, said.length - (after ?? '').length);
    expect(said).toContain(before);
    expect(day).toMatch(/^\d+ \S+ \d{4}$/);
    await inBothLights(page);
    await page.keyboard.press('Escape');
    await expect(dialog).toBeHidden();
    await expect(ask).toBeFocused();

    await ask.press('Enter');
    for (const [wrong, key] of [
      ['', 'problem.email_required'],
      ['amal@', 'problem.email_invalid'],
      ['somebody@example.com', 'problem.email_of_another'],
    ] as const) {
      await typed.fill(wrong);
      await typed.press('Enter');
      await expect(dialog.getByText(t(key))).toBeVisible();
      await expect(typed).toBeFocused();
      await expect(typed).toHaveAttribute('aria-invalid', 'true');
    }
    await inBothLights(page);
    await typed.fill(` ${email.toUpperCase()} `);
    await typed.press('Enter');

    const title = page.getByRole('heading', { level: 1, name: t('panel.deleted.title') });
    await expect(title).toBeFocused();
    await expect(page.getByText(email)).toBeVisible();
    await inBothLights(page);
    expect(await page.evaluate(() => Object.keys(localStorage))).not.toContain('authToken');
    expect((await page.context().cookies()).map(({ name }) => name)).not.toContain('session');
    await page.reload();
    await expect(page.getByRole('heading', { level: 1, name: t('login.title') })).toBeVisible();
    const subject = lang === 'ar' ? /حُذف حسابك/ : /Your account at .* is deleted/;
    await expect(async () => {
      expect((await lettersTo(shop, email)).filter((letter) => subject.test(letter.subject))).toHaveLength(1);
    }).toPass();
  });
}
