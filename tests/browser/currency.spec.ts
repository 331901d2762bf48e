// One switch converts every price, and the provider charges what the page showed.
import { BuyForm, type Cycle, newBuyer } from './buying';
import { onlySessionOf } from './provider';
import { expect, test } from './shop';
import { minor, plain, words } from './words';

// Prices of the demo price book with 20 % off, in the smallest unit.
const cards: Record<string, Record<Cycle, number>> = {
  AED: { monthly: 3_199, yearly: 12_000, quarterly: 4_798 },
  SAR: { monthly: 3_199, yearly: 12_000, quarterly: 4_798 },
  QAR: { monthly: 3_199, yearly: 12_000, quarterly: 4_798 },
  USD: { monthly: 799, yearly: 3_199, quarterly: 1_199 },
  EUR: { monthly: 799, yearly: 3_199, quarterly: 1_199 },
  OMR: { monthly: 3_350, yearly: 12_480, quarterly: 5_020 },
};

for (const lang of ['en', 'ar'] as const) {
  test(`a currency changes every price on the page, ${lang}`, async ({ page }) => {
    const form = new BuyForm(page, words(lang));
    await form.open('?code=SPRING20');
    for (const [currency, totals] of Object.entries(cards)) {
      await form.currency.selectOption(currency);
      for (const cycle of ['monthly', 'yearly', 'quarterly'] as const) {
        const billing = await form.card(cycle).locator('bdi').allInnerTexts();
        const texts = billing.map(plain);
        expect.soft(texts.map(minor), `${currency} ${cycle}: ${texts}`).toContain(totals[cycle]);
        const decimals = currency === 'OMR' ? /\d\.\d{3}(?!\d)/ : /\d\.\d{2}(?!\d)/;
        for (const text of texts) expect.soft(text).toMatch(decimals);
      }
      expect(minor(await form.totalText())).toBe(totals.yearly);
      const text = await form.totalText();
      if (lang === 'en') {
        const wanted = { USD: /^\$\s?[\d.]+$/, EUR: /^€\s?[\d.]+$/ }[currency] ?? new RegExp(`^${currency} [\\d.]+$`);
        expect(text).toMatch(wanted);
      }
    }
  });
}

test('nothing can be changed while the order is on its way', async ({ page, complaints }) => {
  complaints.expect(/ERR_FAILED/);
  const form = new BuyForm(page);
  let answer = () => {};
  const answered = new Promise<void>((resolve) => {
    answer = resolve;
  });
  await page.route(/get_checkout_link/, async (route) => {
    await answered;
    await route.abort();
  });
  await form.open();
  await form.email.fill(newBuyer());
  await form.button.click();
  await expect(form.button).toHaveText(form.t('pay.wait'));
  await expect(form.currency).toBeDisabled();
  for (const cycle of ['monthly', 'yearly', 'quarterly'] as const) await expect(form.plan(cycle)).toBeDisabled();
  await expect(form.email).not.toBeEditable();
  const total = await form.totalText();
  answer();
  await form.isFree();
  await expect(form.currency).toBeEnabled();
  await expect(form.alert).toContainText(form.t('problem.something_wrong'));
  expect(await form.totalText()).toBe(total);
});

for (const currency of ['OMR', 'USD', 'SAR'] as const) {
  test(`${currency}: the provider is asked for the shown amount`, async ({ page, shop }) => {
    const form = new BuyForm(page);
    const buyer = newBuyer();
    await form.open('?code=SPRING20&package=12');
    await form.currency.selectOption(currency);
    const shown = await form.buy(buyer);
    expect(minor(shown)).toBe(cards[currency]?.yearly);
    expect(await onlySessionOf(shop, buyer)).toMatchObject({
      amount_total: minor(shown),
      currency: currency.toLowerCase(),
    });
    expect(minor(await page.locator('h1 strong').innerText())).toBe(minor(shown));
  });
}
