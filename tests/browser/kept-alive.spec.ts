// Browsers keep a page alive when the visitor leaves (the back/forward cache) and restore it unchanged. Playwright
// switches that off, and the headless shell has none, so this file starts a whole browser with it, like those of buyers.
import { installedBrowser } from '../../scripts/lib/browser.mjs';
import { BuyForm, newBuyer, onPayPage } from './buying';
import { onlySessionOf } from './provider';
import { expect, test } from './shop';

test.use({
  launchOptions: async ({ launchOptions }, use) => {
    const executablePath = installedBrowser();
    // Without an installed one Playwright takes its own download, of which this is the whole browser.
    const whole = executablePath ? { executablePath } : { channel: 'chromium' };
    await use({ ...launchOptions, ...whole, ignoreDefaultArgs: ['--disable-back-forward-cache'] });
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
