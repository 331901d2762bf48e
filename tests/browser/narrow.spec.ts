// Small screens and large letters: everything is reached by scrolling down, nothing sideways, nothing is cut off.
import type { Page } from '@playwright/test';
import { awake, BuyForm, newBuyer, onPayPage, pay, ResultPage } from './buying';
import { refund } from './program';
import { expect, test } from './shop';
import { words } from './words';

/** What sticks out of the screen to the side. */
const sticksOut = (page: Page) =>
  page.evaluate(() => {
    const { scrollWidth, clientWidth } = document.documentElement;
    if (scrollWidth <= clientWidth) return [];
    const out = [...document.body.querySelectorAll('*')].filter((one) => {
      const { left, right, width } = one.getBoundingClientRect();
      return width > 0 && (right > clientWidth + 1 || left < -1);
    });
    return [`${scrollWidth} px of ${clientWidth}`, ...out.slice(0, 8).map((one) => `${one.tagName}.${one.className}`)];
  });

/** Words that do not fit into their own box, where the box hides or lets out what is too long. */
const cutOff = (page: Page) =>
  page.evaluate(() =>
    [...document.body.querySelectorAll('button, a, h1, h2, h3, p, li, dd, label span')]
      .filter((one) => one instanceof HTMLElement && !one.closest('.visually-hidden') && one.clientWidth > 1)
      .filter((one) => one.scrollWidth > one.clientWidth + 1 && getComputedStyle(one).display !== 'inline')
      .map((one) => `${one.tagName}.${one.className}: ${one.textContent?.slice(0, 60)}`),
  );

/** Letters twice as large, as a person sets it in the browser. */
async function largeLetters(page: Page) {
  const session = await page.context().newCDPSession(page);
  await session.send('Page.setFontSizes', { fontSizes: { standard: 32, fixed: 26 } });
}

const screens = [
  { title: '320 px', width: 320, large: false },
  { title: '640 px with letters of 200 %', width: 640, large: true },
  { title: '390 px with letters of 200 %', width: 390, large: true },
  { title: '320 px with letters of 200 %', width: 320, large: true },
];

for (const { title, width, large } of screens) {
  for (const lang of ['en', 'ar'] as const) {
    test(`nothing sticks out at ${title}, ${lang}`, async ({ page, complaints }) => {
      complaints.expect(/status of 404/);
      const t = words(lang);
      await page.setViewportSize({ width, height: 640 });
      if (large) await largeLetters(page);
      const form = new BuyForm(page, t);
      await form.open('?code=SPRING20');
      if (large)
        expect(await form.button.evaluate((it) => parseFloat(getComputedStyle(it).fontSize))).toBeGreaterThan(28);
      await form.currency.selectOption('OMR');
      await form.button.click();
      await form.saysBesideField(t('problem.email_required'));
      expect.soft(await sticksOut(page), '/buy').toEqual([]);
      expect.soft(await cutOff(page), '/buy').toEqual([]);
      for (const path of ['/', '/terms', '/payment-failed', '/no-such-page']) {
        await page.goto(t.prefix + path);
        await awake(page);
        expect.soft(await sticksOut(page), path).toEqual([]);
      }
    });
  }
}

for (const large of [false, true]) {
  test(`a whole purchase fits into 320 px${large ? ' with letters of 200 %' : ''}`, async ({ page, shop }) => {
    await page.setViewportSize({ width: 320, height: 568 });
    if (large) await largeLetters(page);
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
