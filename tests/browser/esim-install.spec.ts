// Installing an eSIM on the phone that shows the page: the phone's own setup page, and the fallback when it does not
// open.
import type { Browser, BrowserContext, Page } from '@playwright/test';
import { awake, newBuyer, onPayPage } from './buying';
import { expect, type Shop, test } from './shop';
import { words } from './words';

const t = words('en');

const PHONES = [
  {
    name: 'iPhone',
    agent:
      'Mozilla/5.0 (iPhone; CPU iPhone OS 18_5 like Mac OS X) AppleWebKit/605.1.15 (KHTML, like Gecko) Version/18.5 Mobile/15E148 Safari/604.1',
    link: /^https:\/\/esimsetup\.apple\.com\/esim_qrcode_provisioning\?carddata=LPA:1\$[^$]+\$[^$]+$/,
  },
  {
    name: 'Android phone',
    agent:
      'Mozilla/5.0 (Linux; Android 15; Pixel 9) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/138.0.0.0 Mobile Safari/537.36',
    link: /^https:\/\/esimsetup\.android\.com\/esim_qrcode_provisioning\?carddata=LPA:1\$[^$]+\$[^$]+$/,
  },
] as const;

/**
 * The setup pages of phone makers, which tests never reach. The first answer is empty (204), which keeps the browser on
 * the page.
 */
async function setupPages(context: BrowserContext): Promise<string[]> {
  const asked: string[] = [];
  await context.route(/^https:\/\/esimsetup\./, (route) => {
    asked.push(decodeURIComponent(route.request().url()));
    return route.fulfill(
      asked.length === 1 ? { status: 204 } : { contentType: 'text/html', body: '<title>Setup</title>' },
    );
  });
  return asked;
}

async function boughtOn(browser: Browser, shop: Shop, userAgent: string): Promise<{ page: Page; asked: string[] }> {
  const viewport = { width: 390, height: 844 };
  const context = await browser.newContext({ baseURL: shop.url, userAgent, viewport, hasTouch: true, isMobile: true });
  const asked = await setupPages(context);
  const page = await context.newPage();
  await page.goto('/esim/checkout/1?plan=1-3072-15');
  await awake(page);
  await page.getByLabel(t('order.email'), { exact: true }).fill(newBuyer());
  await page.locator('form button[type=submit]').click();
  await onPayPage(page);
  await page.getByRole('button', { name: /^Pay / }).click();
  await expect(page.getByRole('button', { name: t('delivered.install') })).toBeVisible({ timeout: 20_000 });
  return { page, asked };
}

for (const { name, agent, link } of PHONES) {
  test(`an ${name} installs with one press, and once more in a new tab when nothing has opened for two seconds`, async ({
    browser,
    shop,
  }) => {
    const { page, asked } = await boughtOn(browser, shop, agent);
    const shown = page.getByRole('link', { name: t('delivered.link.name') });
    const href = decodeURIComponent((await shown.getAttribute('href')) ?? '');
    expect(href).toMatch(link);
    // The phone cannot scan its own screen: the QR code is for another device.
    const qr = page.getByRole('img', { name: t('delivered.qr.name') });
    await expect(qr).toBeHidden();
    await page.getByText(t('delivered.qr.show')).click();
    await expect(qr).toBeVisible();

    const tab = page.context().waitForEvent('page');
    const pressed = Date.now();
    await page.getByRole('button', { name: t('delivered.install') }).click();
    await expect.poll(() => asked).toEqual([href]);
    await expect(await tab).toHaveTitle('Setup');
    expect(Date.now() - pressed).toBeGreaterThanOrEqual(1_950);
    expect(asked).toEqual([href, href]);
    await expect(page.getByText(t('problem.install_failed'))).toHaveCount(0);
    await page.context().close();
  });
}

test('where no tab may open the page says so, and the link is still there', async ({ browser, shop }) => {
  const { page, asked } = await boughtOn(browser, shop, PHONES[0].agent);
  await page.evaluate(() => {
    window.open = () => null;
  });
  await page.getByRole('button', { name: t('delivered.install') }).click();
  await expect(page.getByRole('alert').getByText(t('problem.install_failed'))).toBeVisible();
  await page.getByRole('link', { name: t('delivered.link.name') }).click();
  await expect.poll(() => asked.length).toBe(2);
  await page.context().close();
});
