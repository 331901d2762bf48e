// The receipt of an order: the charge line by line, to print or keep.
import { awake, BuyForm, newBuyer, pay, ResultPage } from './buying';
import { unfold } from './panel-stage';
import { axe, expect, test } from './shop';
import { mailedCode } from './signing-in';
import { plain, words } from './words';

for (const lang of ['en', 'ar'] as const) {
  test(`a customer opens the receipt of an order and prints it: ${lang}`, async ({ page, shop, complaints }) => {
    complaints.expect(/status of 404/);
    const t = words(lang);
    const email = newBuyer();
    const form = new BuyForm(page, t);
    await form.open('?code=WELCOME5');
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
    const card = page.getByRole('article').first();
    const paid = plain(await card.locator('dl bdi').last().innerText());

    await unfold(card, t);
    await card.getByRole('link', { name: t('panel.receipt') }).click();
    const slip = page.getByRole('article');
    await expect(slip.getByText(email)).toBeVisible();
    const said = plain(await slip.innerText());
    expect(said).toContain(paid);
    expect(said).toContain(plain(t('receipt.code', { code: 'WELCOME5' })));
    expect(said).toContain(plain(t('receipt.card')));
    expect(said).toContain(plain(t('receipt.invoices', { billing: t('panel.billing') })));
    for (const colorScheme of ['light', 'dark'] as const) {
      await page.emulateMedia({ colorScheme, reducedMotion: 'reduce' });
      await axe(page);
    }

    // The printout holds only the slip, on white.
    await page.emulateMedia({ media: 'print', colorScheme: 'dark' });
    await expect(slip).toBeVisible();
    for (const rest of ['banner', 'contentinfo', 'button'] as const) await expect(page.getByRole(rest)).toHaveCount(0);
    expect(await page.evaluate(() => getComputedStyle(document.body).color)).toBe('rgb(16, 32, 29)');
    await page.emulateMedia({ media: null, colorScheme: 'light' });
    await page.evaluate(() => {
      window.print = () => document.documentElement.setAttribute('data-printed', '');
    });
    await page.getByRole('button', { name: t('receipt.print') }).press('Enter');
    await expect(page.locator('html')).toHaveAttribute('data-printed', '');

    // The number of another customer's order gets the same refusal as one that does not exist.
    await page.goto(`${t.prefix}/panel/receipt/0000-0000`);
    await expect(page.getByRole('alert')).toHaveText(t('receipt.unknown'));
    await page.getByRole('link', { name: t('receipt.orders') }).click();
    await expect(page.getByRole('article').first()).toBeVisible();

    // Without a session the page asks the visitor to sign in. The test leaves the panel first: a pending panel call that
    // finds no session redirects to the sign-in page, which would abort the next visit.
    await page.goto('about:blank');
    await page.context().clearCookies();
    await page.goto(`${t.prefix}/panel/receipt/0000-0000`);
    await expect(page.getByRole('textbox', { name: t('login.email') })).toBeVisible();
  });
}
