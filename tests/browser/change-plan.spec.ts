// Changing the plan that a subscription renews as: each price and its date are shown beforehand, and no charge is made
// today.
import { awake, BuyForm, newBuyer, pay, ResultPage } from './buying';
import { lettersTo } from './provider';
import { axe, expect, test } from './shop';
import { mailedCode } from './signing-in';
import { plain, words } from './words';

for (const lang of ['en', 'ar'] as const) {
  test(`a customer chooses the plan that follows by keyboard, and takes it back: ${lang}`, async ({ page, shop }) => {
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

    const ask = page.getByRole('button', { name: t('panel.plan'), exact: true });
    await ask.press('Enter');
    const dialog = page.getByRole('dialog', { name: t('panel.plan') });
    const plans = dialog.getByRole('radio');
    await expect(plans).toHaveCount(3);
    await expect(plans.last()).toBeChecked();
    await expect(dialog.getByText(t('panel.plan.present'), { exact: true })).toBeVisible();
    await expect(dialog.getByText(t('panel.plan.same'))).toBeVisible();
    const monthly = dialog.locator('label').first();
    const length = plain(await monthly.locator('span span').first().innerText());
    const charge = plain(await monthly.locator('bdi').first().innerText());
    // A plan can only be chosen once its price is shown: the button comes with the sum.
    await expect(dialog.getByRole('button')).toHaveCount(1);
    await plans.last().press('ArrowUp');
    await plans.nth(1).press('ArrowUp');
    await expect(plans.first()).toBeChecked();
    const sum = dialog.locator('[aria-live]');
    expect(plain(await sum.innerText())).toContain(charge);
    for (const colorScheme of ['light', 'dark'] as const) {
      await page.emulateMedia({ colorScheme, reducedMotion: 'reduce' });
      await axe(page);
    }
    const confirm = dialog.getByRole('button').first();
    expect(plain(await confirm.innerText())).toBe(plain(t('panel.plan.confirm', { length })));
    await confirm.press('Enter');
    await expect(dialog).toBeHidden();
    // A job calls the provider meanwhile; the card shows the next charge once the provider has the change.
    const [before] = plain(t('panel.next.as', { date: '|', plan: '|', amount: '|' })).split('|');
    await expect(async () => {
      await page.reload();
      const card = page.getByRole('article').first();
      await expect(card).toContainText((before ?? '?').trim(), { timeout: 2000 });
      expect(plain(await card.innerText())).toContain(charge);
    }).toPass();
    const about = lang === 'ar' ? /تتغير خطتك/ : /Your plan at .* changes on/;
    await expect(async () => {
      expect((await lettersTo(shop, email)).filter((letter) => about.test(letter.subject))).toHaveLength(1);
    }).toPass();

    await ask.press('Enter');
    await expect(plans.first()).toBeChecked();
    await plans.last().check();
    await dialog.getByRole('button').first().click();
    await expect(dialog).toBeHidden();
    await expect(async () => {
      await page.reload();
      await expect(page.getByRole('article').first()).toBeVisible({ timeout: 2000 });
      expect(plain(await page.getByRole('article').first().innerText())).not.toContain(charge);
    }).toPass();
  });
}
