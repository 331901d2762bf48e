// The path from the eSIM shop's first page to a region's plans, on a phone.
import { awake } from './buying';
import { expect, test } from './shop';
import { words } from './words';

test('home, menu, countries and a region say all that they should, on a phone', async ({ page, complaints }) => {
  complaints.expect(/net::ERR_FAILED.*\/AF\.svg/);
  const t = words('en');
  const main = page.getByRole('main');
  await page.setViewportSize({ width: 390, height: 844 });
  // A flag that fails to load.
  await page.route('**/AF.svg', (route) => route.abort());
  await page.goto('/esim');
  await awake(page);

  await page.getByRole('button', { name: t('shell.languages') }).click();
  const languages = page.locator('#languages').getByRole('link');
  await expect(languages).toHaveText(['English', 'Nederlands', 'Deutsch', 'Français', 'العربية']);
  const homes = await languages.evaluateAll((links) => links.map((link) => link.getAttribute('href')));
  expect(homes).toEqual(['/esim', '/nl/esim', '/de/esim', '/fr/esim', '/ar/esim']);
  await page.keyboard.press('Escape');

  const figures = main.getByRole('region', { name: t('esim_home.figures') });
  const claims = ['from 12,000+ reviews', '50,000+', '99.9%', '24/7', 'QR', '30 days'];
  await expect(figures.getByRole('listitem')).toContainText(claims);
  await expect(main.getByRole('link', { name: t('esim_home.tutorial') }).first()).toHaveAttribute(
    'href',
    '/esim/tutorial',
  );
  const compared = main.getByRole('region', { name: t('esim_home.compare') });
  await expect(compared).toContainText('$25 to $50 a day');
  await expect(compared).toContainText(/from \$\d+\.\d\d/);
  await expect(main.getByRole('region', { name: t('esim_home.steps') }).getByRole('listitem')).toHaveCount(3);
  for (const tile of [1, 2, 3, 4, 5, 6]) await expect(main.getByText(t(`esim_home.tile.${tile}`))).toBeVisible();
  await expect(main.getByRole('region', { name: t('esim_home.what') })).toBeVisible();

  await page.getByRole('button', { name: t('esim.nav') }).click();
  const menu = page.locator('#esim-menu');
  await expect(menu.getByRole('link')).toHaveText(
    ['home', 'countries', 'tutorial'].map((name) => t(`esim.nav.${name}`)),
  );
  await menu.getByRole('link', { name: t('esim.nav.countries') }).click();
  await expect(page).toHaveURL(/\/esim\/countries$/);
  await awake(page);
  const cards = page.locator('#countries li');
  await expect(cards.filter({ hasText: 'Afghanistan' }).locator('img')).toBeHidden();
  await expect(cards.filter({ hasText: 'Albania' }).locator('img')).toBeVisible();
  await expect(cards.first()).toContainText('Buy Now');

  await page.getByLabel(t('countries.search'), { exact: true }).fill('europe');
  await page.getByRole('link', { name: /^Europe/ }).click();
  await expect(page.getByRole('heading', { level: 1 })).toHaveText(t('bundle.title', { place: 'Europe' }));
  await awake(page);
  await expect(main.getByText(t('bundle.kind.region'), { exact: true })).toBeVisible();
  await expect(main).toContainText(/Europe: prepaid data for phones with eSIM, in \d+\scountries on \d+\snetworks\./);
  const networks = main.getByRole('region', { name: t('bundle.coverage') });
  await expect(networks.getByRole('listitem').filter({ visible: true })).toHaveCount(10);
  await networks.getByText('Show more', { exact: true }).click();
  await expect(networks.getByText('Show less', { exact: true })).toBeVisible();
  expect(await networks.getByRole('listitem').filter({ visible: true }).count()).toBeGreaterThan(10);
  await page.getByRole('link', { name: 'Northquay' }).first().click();
  await expect(page).toHaveURL(/\/esim$/);
});
