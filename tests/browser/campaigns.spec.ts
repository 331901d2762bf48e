// The marketing pages: their prices match the price book, their links carry the campaign, and machines read the same
// prices and questions as people.
import { expect, test } from './shop';
import { plain, words } from './words';

interface Fact {
  '@type': string;
  offers?: { price: string; priceCurrency: string; url: string }[];
  mainEntity?: { name: string }[];
}

test('the ad page shows the plans in dirhams and leads to them with its campaign', async ({ page }) => {
  const t = words('en');
  await page.setViewportSize({ width: 390, height: 844 });
  await page.goto('/landing-fb');
  const start = page
    .locator('main')
    .getByRole('link', { name: t('ad.start') })
    .first();
  await expect(start).toBeInViewport();
  await expect(start).toHaveAttribute('href', '/buy?utm_source=landing-fb&package=12');

  const plans = page.locator('#pricing');
  const text = plain(await plans.innerText());
  for (const shown of ['39.99', '19.99', '12.50', 'Save 66%']) expect(text).toContain(shown);
  const choices = plans.getByRole('link', { name: t('ad.choose') });
  const targets = await choices.evaluateAll((links) => links.map((link) => link.getAttribute('href')));
  expect(targets.sort()).toEqual([1, 12, 3].map((months) => `/buy?utm_source=landing-fb&package=${months}`).sort());

  await expect(page.locator('figure')).toHaveCount(3);
  await expect(page.getByText(t('sample.reviews'))).toBeVisible();
  await expect(
    page.getByRole('contentinfo').getByRole('link', { name: t('shell.support'), exact: true }),
  ).toBeVisible();
  await choices.last().click();
  await expect(page).toHaveURL(/\/buy\?utm_source=landing-fb&package=\d+$/);
});

for (const [path, prefix, lang] of [
  ['/landing-privacy', 'threats', 'en'],
  ['/landing-access', 'access', 'ar'],
] as const) {
  test(`${path} says the same to people and to machines, ${lang}`, async ({ page }) => {
    const t = words(lang);
    await page.goto(`${t.prefix}${path}`);
    await expect(page.getByRole('heading', { level: 1 })).toHaveText(t(`${prefix}.title`));
    const facts = await page
      .locator('script[type="application/ld+json"]')
      .evaluateAll((all) => all.map((one) => JSON.parse(one.textContent ?? '') as Fact));
    expect(facts.map((fact) => fact['@type']).sort()).toEqual(['BreadcrumbList', 'FAQPage', 'Organization', 'Product']);

    const text = plain(await page.locator('#pricing').innerText());
    const offers = facts.find((fact) => fact.offers)?.offers ?? [];
    expect(offers).toHaveLength(3);
    for (const { price, priceCurrency, url } of offers) {
      expect(priceCurrency).toBe('USD');
      expect(text, url).toContain(price);
      expect(new URL(url).pathname).toBe(`${t.prefix}/buy`);
    }
    const asked = facts.find((fact) => fact.mainEntity)?.mainEntity ?? [];
    await expect(page.locator('#faq details')).toHaveCount(asked.length);
    for (const { name } of asked) await expect(page.locator('#faq').getByText(name)).toBeVisible();

    await page
      .locator('main')
      .getByRole('link', { name: t(`${prefix}.view`) })
      .click();
    await expect(page.locator('#pricing')).toBeInViewport();
    await expect(page.locator('main a[href$="/buy?package=12"]').first()).toBeAttached();
  });
}
