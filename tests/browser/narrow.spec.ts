// What a buyer does on small screens and with large letters. That every page fits them is in sweep.spec.ts.
import { BuyForm, newBuyer, onPayPage, pay, ResultPage } from './buying';
import { cutOff, setLetters, sticksOut } from './fitting';
import { refund } from './program';
import { expect, test } from './shop';
import { words } from './words';

const screens = [
  { title: '320 px', width: 320, large: false },
  { title: '640 px with letters of 200 %', width: 640, large: true },
  { title: '390 px with letters of 200 %', width: 390, large: true },
  { title: '320 px with letters of 200 %', width: 320, large: true },
];

for (const { title, width, large } of screens) {
  for (const lang of ['en', 'ar'] as const) {
    test(`the form with its error fits ${title}, ${lang}`, async ({ page }) => {
      const t = words(lang);
      await page.setViewportSize({ width, height: 640 });
      if (large) await setLetters(page, 32);
      const form = new BuyForm(page, t);
      await form.open('?code=SPRING20');
      if (large)
        expect(await form.button.evaluate((it) => parseFloat(getComputedStyle(it).fontSize))).toBeGreaterThan(28);
      await form.currency.selectOption('OMR');
      await form.button.click();
      await form.saysBesideField(t('problem.email_required'));
      expect.soft(await sticksOut(page), '/buy').toEqual([]);
      expect.soft(await cutOff(page), '/buy').toEqual([]);
    });
  }
}

for (const large of [false, true]) {
  test(`a whole purchase fits into 320 px${large ? ' with letters of 200 %' : ''}`, async ({ page, shop }) => {
    await page.setViewportSize({ width: 320, height: 568 });
    if (large) await setLetters(page, 32);
    const form = new BuyForm(page);
    await form.open('?code=SPRING20&package=12');
    await form.buy(newBuyer('a.rather.long.name.that.does.not.end'));
    expect.soft(await sticksOut(page), 'pay page').toEqual([]);
    const session = await onPayPage(page);
    await pay(page);
    const result = new ResultPage(page);
    await result.isPaid();
    expect.soft(await sticksOut(page), 'receipt').toEqual([]);
    await refund(shop, await result.fact('order'));
    await page.goto(`/payment-success?session_id=${session}`);
    await result.isRefunded();
    expect.soft(await sticksOut(page), 'refund').toEqual([]);
  });
}

test('one column below 768 px, three from there', async ({ page }) => {
  const form = new BuyForm(page);
  const rows = async () => {
    const boxes = await page
      .locator('main label:has(input[type=radio])')
      .evaluateAll((cards) => cards.map((card) => Math.round(card.getBoundingClientRect().left)));
    return new Set(boxes).size;
  };
  await page.setViewportSize({ width: 767, height: 900 });
  await form.open();
  expect(await rows()).toBe(1);
  await page.setViewportSize({ width: 768, height: 900 });
  expect(await rows()).toBe(3);
});
