// The main job: from /buy to a paid subscription with its receipt.
import { BuyForm, newBuyer, onPayPage, pay, ResultPage } from './buying';
import { chargesOf, lettersTo, onlySessionOf } from './provider';
import { expect, test } from './shop';
import { minor, plain, words } from './words';

const MONTHS = [
  ...['January', 'February', 'March', 'April', 'May', 'June'],
  ...['July', 'August', 'September', 'October', 'November', 'December'],
];

/** Twelve calendar months later; the 29th of February becomes the 28th. */
function aYearAfter(start: Date): string {
  const last = new Date(Date.UTC(start.getUTCFullYear() + 1, start.getUTCMonth() + 1, 0)).getUTCDate();
  const day = Math.min(start.getUTCDate(), last);
  return `${day} ${MONTHS[start.getUTCMonth()]} ${start.getUTCFullYear() + 1}`;
}

const ways = [
  { title: 'in English on a desk, light', lang: 'en', width: 1280, height: 800, colorScheme: 'light' },
  { title: 'in Arabic on a phone, dark', lang: 'ar', width: 390, height: 844, colorScheme: 'dark' },
] as const;

for (const { title, lang, width, height, colorScheme } of ways) {
  test.describe(title, () => {
    test.use({ viewport: { width, height }, colorScheme, hasTouch: width < 768 });

    test('twelve months with a code are bought, confirmed and receipted', async ({ page, shop }) => {
      const t = words(lang);
      const form = new BuyForm(page, t);
      const result = new ResultPage(page, t);
      const buyer = newBuyer();

      await form.open('?code=SPRING20');
      await expect(page.locator('html')).toHaveAttribute('dir', lang === 'ar' ? 'rtl' : 'ltr');
      await form.card('yearly').click();
      await expect(form.plan('yearly')).toBeChecked();
      await expect(form.currency).toHaveValue('AED');
      await expect(page.getByText('SPRING20').first()).toBeVisible();

      await form.button.click();
      await form.saysBesideField(t('problem.email_required'));
      await form.email.pressSequentially('sara@');
      await expect(form.email).not.toHaveAttribute('aria-invalid', 'true');
      await form.button.click();
      await form.saysBesideField(t('problem.email_invalid'));
      if (lang === 'en') {
        expect(t('problem.email_required')).toBe('Email is required');
        expect(t('problem.email_invalid')).toBe('Please enter a valid email');
      }

      const shown = await form.buy(buyer);
      expect(minor(shown)).toBe(12_000);
      await onPayPage(page);
      expect(minor(await page.locator('h1 strong').innerText())).toBe(minor(shown));
      const before = new Date();
      await pay(page);

      await result.isPaid();
      const facts = await result.facts();
      expect(facts.order).toMatch(/^[0-9A-Z]{4}-[0-9A-Z]{4}$/);
      expect(minor(facts.amount)).toBe(minor(shown));
      expect(facts.email).toBe(buyer);
      expect(facts.ends).toContain(String(before.getUTCFullYear() + 1));
      if (lang === 'en') expect([aYearAfter(before), aYearAfter(new Date())]).toContain(facts.ends);
      expect(await page.evaluate(() => window.location.href)).not.toMatch(/session_id|cs_test|%40|@/);

      const charges = await chargesOf(shop, buyer);
      expect(charges).toMatchObject([{ amount: minor(shown), currency: 'aed' }]);
      expect((await onlySessionOf(shop, buyer)).status).toBe('complete');

      await expect.poll(async () => (await lettersTo(shop, buyer)).length).toBe(1);
      const [letter] = await lettersTo(shop, buyer);
      for (const part of [letter?.text ?? '', letter?.html ?? '']) {
        const text = plain(part.replace(/<[^>]*>/g, ''));
        expect(text).toContain(facts.order);
        expect(text).toContain(facts.ends);
        expect(text).toContain(facts.amount);
      }
      expect(letter?.headers).toContainEqual(['Content-Language', lang]);

      await page.reload();
      await result.isPaid();
      expect(await result.facts()).toEqual(facts);
      expect(await chargesOf(shop, buyer)).toHaveLength(1);
      expect(await lettersTo(shop, buyer)).toHaveLength(1);
    });
  });
}

test('the mailbox page shows the receipt to a person', async ({ page, shop, complaints }) => {
  // The mailbox shows a letter in a frame without scripts; the blocked scripts are the test's own.
  complaints.expect(/Blocked script execution in '.*\/html' because the document's frame is sandboxed/);
  const form = new BuyForm(page);
  const buyer = newBuyer();
  await form.open('?package=1');
  await form.buy(buyer);
  await pay(page);
  const result = new ResultPage(page);
  await result.isPaid();
  const order = await result.fact('order');
  await expect.poll(async () => (await lettersTo(shop, buyer)).length).toBe(1);
  expect((await lettersTo(shop, buyer))[0]?.html).not.toMatch(/<script|javascript:/i);
  await page.goto(`${shop.mailbox}?to=${buyer}`);
  await page.getByRole('link', { name: new RegExp(order) }).click();
  await expect(page.frameLocator('iframe').getByText(order).first()).toBeVisible();
});
