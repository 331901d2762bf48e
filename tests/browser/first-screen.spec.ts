// The first screen of a phone: a page's main action can be pressed without scrolling.
import type { Locator, Page } from '@playwright/test';
import { expect, test } from './shop';
import { words } from './words';

test.use({ viewport: { width: 390, height: 844 } });

const plan = (page: Page) => page.getByRole('main').locator('label:has(input[type=radio])').first();
const plans = (page: Page) => page.locator('main a[href*="/buy?"]').first();
const prices = (page: Page) => page.locator('main a[href="#pricing"]').first();

const PAGES: [string, (page: Page) => Locator][] = [
  ['/trial', plan],
  ['/flash-sale-phrase', plan],
  ['/quietharbor-special', plan],
  ['/landing-privacy', plans],
  ['/landing-access', plans],
  ['/affiliate-vpn-deals', prices],
];

for (const lang of ['en', 'de', 'ar'] as const) {
  test(`the action of each page is in view, ${lang}`, async ({ page }) => {
    const t = words(lang);
    for (const [path, action] of PAGES) {
      await page.goto(`${path.includes('deals') ? t.dealPrefix : t.prefix}${path}`);
      await expect.soft(action(page), path).toBeInViewport({ ratio: 0.5 });
    }
  });
}
