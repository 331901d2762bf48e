// A buyer's actions on small screens and with large letters. sweep.spec.ts checks that every page fits them.
import { awake, BuyForm, newBuyer, onPayPage, pay, ResultPage } from './buying';
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

for (const [lang, letters] of [
  ['en', 16],
  ['ar', 16],
  ['en', 32],
] as const) {
  test(`the bar with the chosen plan never covers what has the focus, ${lang}, letters of ${letters}`, async ({
    page,
  }) => {
    const t = words(lang);
    await page.setViewportSize({ width: 320, height: 640 });
    await setLetters(page, letters);
    await page.goto(`${t.prefix}/esim/bundle/1`);
    await awake(page);
    const bar = page.locator('form button[type=submit]').locator('xpath=..');
    const seen: string[] = [];
    let shown = 0;
    for (let pressed = 0; pressed < 120; pressed += 1) {
      await page.keyboard.press('Tab');
      const found = await page.evaluate(
        (bar) => {
          const one = document.activeElement;
          if (!one || one === document.body || !bar) return undefined;
          const [box, over] = [one.getBoundingClientRect(), bar.getBoundingClientRect()];
          const name = `${one.tagName} ${one.textContent?.trim().slice(0, 30) || one.getAttribute('value')}`;
          const shown = over.top < innerHeight && over.bottom > 0;
          if (bar.contains(one)) return { name, shown, hidden: 0 };
          const below = Math.max(0, Math.min(box.bottom, over.bottom, innerHeight) - Math.max(box.top, over.top));
          const outside = Math.max(0, box.bottom - innerHeight) + Math.max(0, -box.top);
          return { name, shown, hidden: Math.round(below + (box.height > innerHeight / 2 ? 0 : outside)) };
        },
        await bar.elementHandle(),
      );
      if (!found || (seen.length > 5 && found.name === seen[0])) break;
      shown += found.shown ? 1 : 0;
      seen.push(found.name);
      expect.soft(found.hidden, `${found.name} is covered`).toBeLessThanOrEqual(1);
    }
    expect(seen.length).toBeGreaterThan(10);
    // With large letters on a low screen the bar does not stick: it stays at its place below the plans.
    if (letters === 16) expect(shown, 'stops at which the bar was there').toBeGreaterThan(3);
    expect(await sticksOut(page)).toEqual([]);
  });
}
