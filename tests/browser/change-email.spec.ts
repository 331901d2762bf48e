// Changing the account's address: both addresses confirm it, and the account keeps everything.
import { awake, BuyForm, newBuyer, pay, ResultPage } from './buying';
import { lettersTo } from './provider';
import { axe, expect, type Shop, test } from './shop';
import { mailedCode } from './signing-in';
import { plain, words } from './words';

/** The code in the newest letter that confirms an address. */
async function confirmationCode(shop: Shop, email: string, subject: RegExp): Promise<string> {
  let code: string | undefined;
  await expect(async () => {
    const letter = (await lettersTo(shop, email)).find((one) => subject.test(one.subject));
    code = letter?.text
      .split('\n')
      .map((line) => line.trim())
      .find((line) => /^\d{4}$/.test(line));
    expect(code).toBeDefined();
  }).toPass();
  return code ?? '';
}

for (const lang of ['en', 'ar'] as const) {
  test(`a customer moves the account to another address by keyboard: ${lang}`, async ({ page, shop, complaints }) => {
    complaints.expect(/status of 422/);
    const t = words(lang);
    const [email, next] = [newBuyer(), newBuyer('noor')];
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

    await page.getByRole('button', { name: t('panel.email'), exact: true }).press('Enter');
    const dialog = page.getByRole('dialog', { name: t('panel.email') });
    const typed = dialog.getByRole('textbox', { name: t('panel.email.new') });
    for (const [wrong, key] of [
      ['', 'problem.email_required'],
      ['noor@', 'problem.email_invalid'],
      [email.toUpperCase(), 'problem.email_unchanged'],
    ] as const) {
      await typed.fill(wrong);
      await typed.press('Enter');
      await expect(dialog.getByText(t(key))).toBeVisible();
      await expect(typed).toBeFocused();
    }
    await axe(page);
    await typed.fill(next);
    await typed.press('Enter');

    const boxes = dialog.getByRole('textbox');
    await expect(boxes).toHaveCount(2);
    await expect(boxes.first()).toBeFocused();
    expect(plain((await dialog.innerText()) ?? '')).toContain(next);
    const subject = lang === 'ar' ? /^أكّد/ : /^Confirm /;
    const [old, fresh] = [await confirmationCode(shop, email, subject), await confirmationCode(shop, next, subject)];
    // The refusal of a wrong pair does not say which code was wrong.
    await boxes.first().fill(old);
    await boxes.last().fill(fresh === '0000' ? '0001' : '0000');
    await boxes.last().press('Enter');
    await expect(dialog.getByText(t('problem.otp_invalid'))).toBeVisible();
    for (const colorScheme of ['light', 'dark'] as const) {
      await page.emulateMedia({ colorScheme, reducedMotion: 'reduce' });
      await axe(page);
    }
    await boxes.last().fill('');
    await boxes.last().fill(fresh);
    await boxes.last().press('Enter');
    await expect(dialog).toBeHidden();
    await expect(page.getByText(t('panel.email.done'))).toBeFocused();
    await expect(page.getByText(next).first()).toBeVisible();
    await expect(page.getByText(email)).toHaveCount(0);
    await page.reload();
    await expect(page.getByRole('article')).toHaveCount(1);
    const moved = lang === 'ar' ? /بريد إلكتروني آخر/ : /another email address/;
    await expect(async () => {
      expect((await lettersTo(shop, email)).filter((letter) => moved.test(letter.subject))).toHaveLength(1);
    }).toPass();
  });
}
