// Whether a page fits its screen: all of it is reachable by scrolling down only, and nothing is cut off.
import type { CDPSession, Page } from '@playwright/test';

/** Elements that extend beyond the sides of the screen. */
export const sticksOut = (page: Page) =>
  page.evaluate(() => {
    const { scrollWidth, clientWidth } = document.documentElement;
    if (scrollWidth <= clientWidth) return [];
    const out = [...document.body.querySelectorAll('*')].filter((one) => {
      const { left, right, width } = one.getBoundingClientRect();
      return width > 0 && (right > clientWidth + 1 || left < -1);
    });
    return [`${scrollWidth} px of ${clientWidth}`, ...out.slice(0, 8).map((one) => `${one.tagName}.${one.className}`)];
  });

/** Words that do not fit their own box, when the box hides or lets out the overflow. */
export const cutOff = (page: Page) =>
  page.evaluate(() =>
    [...document.body.querySelectorAll('button, a, h1, h2, h3, p, li, dd, label span')]
      .filter((one) => one instanceof HTMLElement && !one.closest('.visually-hidden') && one.clientWidth > 1)
      .filter((one) => one.scrollWidth > one.clientWidth + 1 && getComputedStyle(one).display !== 'inline')
      .map((one) => `${one.tagName}.${one.className}: ${one.textContent?.slice(0, 60)}`),
  );

/** Words and fields that a box around them hides in part. A box that scrolls hides nothing. */
export const hidden = (page: Page) =>
  page.evaluate(() => {
    const found: string[] = [];
    for (const one of document.body.querySelectorAll(
      'input, select, button, a, h1, h2, h3, p, li, dd, label, summary',
    )) {
      const { left, right, width, height } = one.getBoundingClientRect();
      if (width < 2 || height < 2 || one.closest('.visually-hidden')) continue;
      let around = one.parentElement;
      while (around && getComputedStyle(around).overflowX === 'visible') around = around.parentElement;
      if (!around || !['hidden', 'clip'].includes(getComputedStyle(around).overflowX)) continue;
      const box = around.getBoundingClientRect();
      if (right > box.right + 1 || left < box.left - 1)
        found.push(`${one.tagName}.${one.className} in ${around.className}: ${one.textContent?.slice(0, 60)}`);
    }
    return found;
  });

/** The setting lasts as long as the CDP session that made it. */
const sessions = new WeakMap<Page, CDPSession>();

/** Sets the browser's font size, in pixels of the standard size: 16, or 32 for letters twice as large. */
export async function setLetters(page: Page, standard: number) {
  const session = sessions.get(page) ?? (await page.context().newCDPSession(page));
  sessions.set(page, session);
  await session.send('Page.setFontSizes', { fontSizes: { standard, fixed: (standard * 13) / 16 } });
}

/**
 * Makes the text twice as large where the width that style sheets ask for stays: browsers and extensions that enlarge the
 * text alone do that, while a larger font size of the browser also moves the widths in `rem`.
 */
export const enlargeText = (page: Page) =>
  page.evaluate(() => {
    document.documentElement.style.fontSize = '200%';
  });
