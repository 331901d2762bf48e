// The whole purchase without a mouse.
import type { Page } from '@playwright/test';
import { BuyForm, newBuyer, onPayPage, ResultPage } from './buying';
import { onlySessionOf } from './provider';
import { expect, test } from './shop';
import { words } from './words';

/** The focused element: its name, and whether it or its card shows the focus and is on the screen. */
const focused = (page: Page) =>
  page.evaluate(() => {
    const element = document.activeElement as HTMLElement;
    const drawn = (one: Element | null): boolean => {
      if (!one || one === document.body) return false;
      const { outlineStyle, outlineWidth, boxShadow } = getComputedStyle(one);
      if (outlineStyle !== 'none' && Number.parseFloat(outlineWidth) >= 2) return true;
      return boxShadow !== 'none' || (one.tagName !== 'LABEL' && drawn(one.closest('label')));
    };
    const box = element.getBoundingClientRect();
    const middle = box.top + box.height / 2;
    return {
      name: element.getAttribute('aria-label') ?? (element.textContent?.trim() || element.getAttribute('name')),
      tag: element.tagName,
      drawn: drawn(element),
      seen: middle > 0 && middle < window.innerHeight && box.right > 0 && box.left < window.innerWidth,
    };
  });

for (const lang of ['en', 'ar'] as const) {
  test(`every stop of the Tab key is drawn and on the screen, ${lang}`, async ({ page }) => {
    const form = new BuyForm(page, words(lang));
    await page.emulateMedia({ reducedMotion: 'reduce' });
    await form.open();
    const stops: string[] = [];
    for (let count = 0; count < 40; count += 1) {
      await page.keyboard.press('Tab');
      const stop = await focused(page);
      if (stop.tag === 'BODY') break;
      expect.soft(stop, `stop ${count + 1}`).toMatchObject({ drawn: true, seen: true });
      stops.push(stop.tag);
    }
    // Skip link, logo, currency, languages; one stop for all radios; e-mail, the price explanation, button, terms; the
    // footer.
    expect(stops.slice(0, 9)).toEqual(['A', 'A', 'SELECT', 'BUTTON', 'INPUT', 'INPUT', 'SUMMARY', 'BUTTON', 'A']);
    expect(stops.length).toBeGreaterThan(12);
    expect(stops.length).toBeLessThan(40);
  });
}

test('skip link, currency, plans, e-mail and Enter: bought', async ({ page, shop }) => {
  const form = new BuyForm(page);
  const buyer = newBuyer();
  const press = (key: string) => page.keyboard.press(key);
  await form.open('?code=SPRING20');

  await press('Tab');
  const skip = page.getByRole('link', { name: 'Skip to content' });
  await expect(skip).toBeFocused();
  await expect(skip).toBeInViewport();
  await press('Tab');
  await press('Tab');
  await expect(form.currency).toBeFocused();
  await page.keyboard.type('QAR');
  await expect(form.currency).toHaveValue('QAR');

  await press('Shift+Tab');
  await press('Shift+Tab');
  await press('Enter');
  await press('Tab');
  await expect(form.plan('yearly')).toBeFocused();
  await press('ArrowDown');
  await expect(form.plan('quarterly')).toBeChecked();
  await press('ArrowUp');
  await press('ArrowUp');
  await expect(form.plan('monthly')).toBeChecked();
  // Moving through the plans must not move the focus elsewhere.
  await page.waitForTimeout(1_000);
  await expect(form.plan('monthly')).toBeFocused();
  await press('ArrowUp');
  await expect(form.plan('quarterly')).toBeChecked();
  expect(await form.totalText()).toBe('QAR 47.98');

  await press('Tab');
  await expect(form.email).toBeFocused();
  await page.keyboard.type('sara@');
  await press('Enter');
  await form.saysBesideField('Please enter a valid email');
  await press('ControlOrMeta+a');
  await page.keyboard.type(buyer);
  await press('Enter');
  await onPayPage(page);
  expect(await onlySessionOf(shop, buyer)).toMatchObject({ amount_total: 4_798, currency: 'qar' });

  const payButton = page.getByRole('button', { name: /^Pay and subscribe/ });
  for (let count = 0; count < 10 && !(await payButton.evaluate((it) => it === document.activeElement)); count += 1) {
    await press('Tab');
  }
  await expect(payButton).toBeFocused();
  await press('Enter');
  const result = new ResultPage(page);
  await result.isPaid();
  await expect(result.heading).toBeFocused();
});

test('Enter on a plan chooses it and goes on to the e-mail', async ({ page }) => {
  const form = new BuyForm(page);
  await form.open();
  await form.plan('yearly').focus();
  await page.keyboard.press('ArrowDown');
  await page.keyboard.press('Enter');
  await expect(form.plan('quarterly')).toBeChecked();
  await expect(form.email).toBeFocused();
});
