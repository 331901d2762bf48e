// The guide to calls: the law comes first, each device has its steps, and the action leads to the yearly plan.
import { expect, test } from './shop';
import { words } from './words';

const STEPS = { iphone: 6, android: 6, windows: 4, mac: 5, trouble: 5 };

for (const lang of ['en', 'ar'] as const) {
  test(`the guide to calls with WhatsApp can be followed, ${lang}`, async ({ page }) => {
    const t = words(lang);
    await page.setViewportSize({ width: 390, height: 844 });
    await page.goto(`${t.prefix}/support`);
    await page.getByRole('link', { name: t('support.guide') }).click();
    await expect(page).toHaveURL(/\/app-landing-whatsapp$/);
    await expect(page.getByRole('heading', { level: 1 })).toHaveText(t('whatsapp.title'));
    if (lang === 'en') await expect(page).toHaveTitle(/^Unblock WhatsApp Calling in UAE/);

    const action = page.getByRole('link', { name: t('whatsapp.action') });
    await expect(action).toBeInViewport();
    await expect(page.locator('article > section').first()).toHaveAttribute('id', 'law');
    for (const [section, count] of Object.entries(STEPS)) {
      await expect(page.locator(`#${section} ol > li`), section).toHaveCount(count);
    }
    for (const device of ['iphone', 'android', 'windows', 'mac']) {
      await expect(page.locator(`#${device} ol a`)).toHaveAttribute('href', /^https:\/\/northquay\.example\/app\//);
    }
    await page.locator('main a[href="#android"]').first().click();
    await expect(page.locator('#android').getByRole('heading')).toBeInViewport();
    await action.click();
    await expect(page).toHaveURL(new RegExp(`${t.prefix}/buy\\?package=12$`));
  });
}
