// Browsers keep a page alive when the visitor leaves (the back/forward cache) and restore it unchanged. Playwright
// disables that cache and the headless shell lacks it, so this file starts a full browser with the cache enabled.
import { installedBrowser } from '../../scripts/lib/browser.mjs';
import { BuyForm, newBuyer, onPayPage } from './buying';
import { onlySessionOf } from './provider';
import { expect, test } from './shop';

test.use({
  launchOptions: async ({ launchOptions }, use) => {
    // The channel selects the full browser of Playwright's download; an installed browser takes precedence over it.
    const full = { executablePath: installedBrowser(), channel: 'chromium' };
    await use({ ...launchOptions, ...full, ignoreDefaultArgs: ['--disable-back-forward-cache'] });
  },
});

test('a form that comes back from the pay page as it was left is usable', async ({ page, shop }) => {
  const form = new BuyForm(page);
  const buyer = newBuyer();
  await form.open();
  await page.evaluate(() => {
    window.addEventListener('pageshow', (event) => {
      document.documentElement.dataset.kept = String(event.persisted);
    });
  });
  await form.buy(buyer);
  const session = await onPayPage(page);
  await page.evaluate(() => window.history.back());
  await page.waitForURL(/\/buy$/, { waitUntil: 'commit' });
  await expect(page.locator('html')).toHaveAttribute('data-kept', 'true');
  await form.isFree();
  await expect(form.email).toHaveValue(buyer);
  await form.button.click();
  expect(await onPayPage(page)).toBe(session);
  await onlySessionOf(shop, buyer);
});
