// The long texts: each passage is one click away, from the contents or the head, and all of it is there without
// scripts.
import { expect, test } from './shop';
import { words } from './words';

const DOCUMENTS = [
  { path: '/terms', prefix: 'terms', wanted: 'withdrawal' },
  { path: '/privacy-policy', prefix: 'privacy', wanted: 'rights' },
  { path: '/support', prefix: 'support', wanted: 'cancel' },
] as const;

for (const lang of ['en', 'ar'] as const) {
  test(`each long text leads to what people come for, ${lang}`, async ({ page }) => {
    const t = words(lang);
    for (const { path, prefix, wanted } of DOCUMENTS) {
      const title = t(`${prefix}.${wanted}`);
      await page.setViewportSize({ width: 1280, height: 800 });
      await page.goto(`${t.prefix}${path}`);
      await expect(page.getByRole('heading', { level: 1 })).toHaveText(t(`${prefix}.title`));
      await expect(page.getByText(t(`${prefix}.date`))).toBeVisible();

      const contents = page.getByRole('navigation', { name: t('doc.contents') });
      const sections = await page.locator('article > section').count();
      await expect(contents.getByRole('link')).toHaveCount(sections);
      await contents.getByRole('link', { name: title }).click();
      await expect(page.locator(`#${wanted}`)).toBeInViewport();
      await expect(page).toHaveURL(new RegExp(`#${wanted}$`));

      await page.setViewportSize({ width: 390, height: 844 });
      await page.goto(`${t.prefix}${path}`);
      await expect(contents).toBeHidden();
      const folded = page.locator('main details');
      await folded.locator('summary').press('Enter');
      await folded.getByRole('link', { name: title }).press('Enter');
      await expect(page.locator(`#${wanted}`).getByRole('heading')).toBeInViewport();
      await page.goBack();
      await page.locator(`main a[href="#${wanted}"]`).first().click();
      await expect(page.locator(`#${wanted}`).getByRole('heading')).toBeInViewport();
    }
  });
}

test.describe('with scripts switched off', () => {
  test.use({ javaScriptEnabled: false });

  test('the terms say in full how to get money back and how to withdraw', async ({ page }) => {
    const t = words('de');
    await page.goto(`${t.prefix}/terms`);
    await expect(page.locator('#refund')).toContainText('30 Tagen');
    await expect(page.locator('#withdrawal')).toContainText('14 Tagen');
    await expect(page.locator('#withdrawal li')).toHaveCount(5);
    await expect(page.locator('#cancel a').first()).toHaveAttribute('href', '/de/panel');
    await page.setViewportSize({ width: 390, height: 844 });
    await page.locator('main details summary').click();
    await page
      .locator('main details')
      .getByRole('link', { name: t('terms.law') })
      .click();
    await expect(page.locator('#law')).toBeInViewport();
  });
});
