// Every page opens without complaints, in both writing directions: look here first when journeys fail.
import { axe, expect, test } from './shop';

const pages = [
  { path: '/', status: 200 },
  { path: '/buy', status: 200 },
  { path: '/payment-success', status: 200 },
  { path: '/payment-failed', status: 200 },
  { path: '/no-such-page', status: 404 },
];

const languages = [
  { prefix: '', lang: 'en', dir: 'ltr' },
  { prefix: '/ar', lang: 'ar', dir: 'rtl' },
];

for (const { prefix, lang, dir } of languages) {
  for (const { path, status } of pages) {
    test(`${prefix}${path} opens in ${lang}`, async ({ page, complaints }) => {
      if (status === 404) complaints.expect(/status of 404/);
      const answer = await page.goto(`${prefix}${path}`, { waitUntil: 'networkidle' });
      expect(answer?.status()).toBe(status);
      await expect(page.locator('html')).toHaveAttribute('lang', lang);
      await expect(page.locator('html')).toHaveAttribute('dir', dir);
      await expect(page.locator('h1')).toHaveCount(1);
    });
  }

  for (const scheme of ['light', 'dark'] as const) {
    test(`${prefix}/buy is accessible in ${lang}, ${scheme}`, async ({ page }) => {
      await page.emulateMedia({ colorScheme: scheme, reducedMotion: 'reduce' });
      await page.goto(`${prefix}/buy`, { waitUntil: 'networkidle' });
      await axe(page);
    });
  }
}

test('health is answered on its own port only', async ({ shop, request }) => {
  expect((await request.get(`${shop.ops}/healthz`)).status()).toBe(200);
  expect((await request.get(`${shop.ops}/readyz`)).status()).toBe(200);
  expect((await request.get(`${shop.url}/healthz`)).status()).toBe(404);
});
