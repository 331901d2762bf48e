// A buyer corrects a mistyped address on the result page, in the browser that ordered.
import { BuyForm, newBuyer, onPayPage, pay, ResultPage } from './buying';
import { lettersTo } from './provider';
import { expect, test, violations } from './shop';
import { plain, words } from './words';

const ways = [
  { title: 'in English by keyboard', lang: 'en', width: 1280, colorScheme: 'light' },
  { title: 'in Arabic on a phone, dark', lang: 'ar', width: 390, colorScheme: 'dark' },
] as const;

for (const { title, lang, width, colorScheme } of ways) {
  test.describe(title, () => {
    test.use({ viewport: { width, height: 844 }, colorScheme });

    test('the receipt goes to the right address, and the wrong one learns nothing', async ({ page, browser, shop }) => {
      const t = words(lang);
      const form = new BuyForm(page, t);
      const result = new ResultPage(page, t);
      const mistyped = newBuyer('anal');
      const meant = mistyped.replace('anal.', 'amal.');
      await form.open();
      await form.buy(mistyped);
      const session = await onPayPage(page);
      await pay(page);
      await result.isPaid();
      await expect.poll(async () => (await lettersTo(shop, mistyped)).length).toBe(1);

      const main = page.getByRole('main');
      const field = main.getByLabel(t('result.wrong.email'), { exact: true });
      await expect(field).toBeHidden();
      const summary = main.getByText(t('result.wrong'), { exact: true });
      await summary.focus();
      await page.keyboard.press('Enter');
      await expect(field).toBeVisible();
      expect(await violations(page)).toEqual([]);

      // The rules refuse it beside the field, before any call to the server.
      const calls: string[] = [];
      page.on('request', (request) => request.url().endsWith('/change-email') && calls.push(request.url()));
      for (const [typed, problem] of [
        ['', 'problem.email_required'],
        ['amal@', 'problem.email_invalid'],
        [mistyped.toUpperCase(), 'problem.email_unchanged'],
      ] as const) {
        await field.fill(typed);
        await field.press('Enter');
        await expect(field).toHaveAccessibleDescription(t(problem));
        await expect(field).toBeFocused();
      }
      expect(calls).toEqual([]);
      await field.fill('sara@');
      await field.blur();
      await expect(field).toHaveAccessibleDescription(t('problem.email_invalid'));

      await field.fill(meant);
      await field.press('Enter');
      const said = main.getByRole('status').filter({ hasText: meant });
      await expect(said).toBeFocused();
      expect(plain(await said.innerText())).toBe(plain(t('result.wrong.done', { email: meant })));
      await expect(field).toBeHidden();
      expect(await result.fact('email')).toBe(meant);
      await expect(main).not.toContainText(mistyped);
      await expect.poll(async () => (await lettersTo(shop, meant)).length).toBe(1);
      await expect.poll(async () => (await lettersTo(shop, mistyped)).length).toBe(2);
      const told = (await lettersTo(shop, mistyped)).map((letter) => `${letter.text}${letter.html}`).join();
      expect(told).not.toContain(meant);

      await page.reload();
      await result.isPaid();
      expect(await result.fact('email')).toBe(meant);
      const elsewhere = await browser.newContext({ baseURL: shop.url });
      const stranger = new ResultPage(await elsewhere.newPage(), t);
      await stranger.page.goto(`${t.prefix}/payment-success?session_id=${session}`);
      await stranger.isPaid();
      await expect(stranger.page.getByText(t('result.wrong'), { exact: true })).toHaveCount(0);
      await elsewhere.close();
    });
  });
}
