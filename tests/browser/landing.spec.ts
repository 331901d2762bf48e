// The landing page: header and menu, currencies, carousel, questions, downloads.
import type { Page } from '@playwright/test';
import { awake } from './buying';
import { axe, expect, test } from './shop';
import { plain, words } from './words';

const header = (page: Page) => page.getByRole('banner');
const card = (page: Page, name: string) =>
  page.getByRole('listitem').filter({ has: page.getByRole('heading', { name }) });

test('the header turns solid past 50 px, and every button leads where it says', async ({ page }) => {
  const t = words('en');
  await page.goto('/');
  await awake(page);
  await expect(page).toHaveTitle(/^Secure internet in the UAE, Saudi Arabia, Qatar and Oman/);
  const before = await page.getByRole('heading', { level: 1 }).boundingBox();
  await expect(header(page)).not.toHaveAttribute('data-solid');
  await page.evaluate(() => window.scrollTo(0, 51));
  await expect(header(page)).toHaveAttribute('data-solid');
  const after = await page.getByRole('heading', { level: 1 }).boundingBox();
  expect((before?.y ?? 0) - (after?.y ?? 0)).toBeCloseTo(51, 0);
  await page.evaluate(() => window.scrollTo(0, 40));
  await expect(header(page)).not.toHaveAttribute('data-solid');

  const hrefs = async (name: string, place = page.getByRole('main')) =>
    place.getByRole('link', { name }).evaluateAll((all) => all.map((link) => link.getAttribute('href')));
  for (const [link, anchor] of Object.entries({
    features: 'Features',
    compare: 'Compare',
    pricing: 'Pricing',
    faq: 'FAQ',
  })) {
    expect(await hrefs(anchor, header(page))).toEqual([`#${link}`]);
    await expect(page.locator(`#${link}`)).toHaveCount(1);
  }
  expect(await hrefs('Get Started', header(page))).toEqual(['#download']);
  expect(await hrefs('Get Started')).toEqual(['/buy?package=12']);
  expect(await hrefs('Download Now')).toEqual(['/buy?package=12']);
  expect(await hrefs('View Plans')).toEqual(['#pricing']);
  for (const device of ['ios', 'android', 'macos', 'windows']) {
    expect(await hrefs(t(`landing.download.${device}`))).toEqual(['/buy?package=12']);
  }
  expect(await hrefs(t('landing.plan.choose'))).toEqual(['/buy?package=1', '/buy?package=12', '/buy?package=3']);
  await expect(page.locator('#contact')).toContainText('support@northquay.example');
});

test('the menu of small screens closes on a choice and on Escape, which gives the focus back', async ({ page }) => {
  await page.setViewportSize({ width: 390, height: 844 });
  await page.goto('/');
  await awake(page);
  const toggle = header(page).getByRole('button', { name: 'Menu' });
  const menu = page.getByRole('navigation', { name: 'Menu' });
  await toggle.focus();
  await page.keyboard.press('Enter');
  await expect(menu).toBeVisible();
  await expect(menu.getByRole('link')).toHaveText(['Features', 'Compare', 'Pricing', 'FAQ', 'Download Now']);
  await axe(page);
  await page.keyboard.press('Escape');
  await expect(menu).toBeHidden();
  await expect(toggle).toBeFocused();
  await toggle.click();
  await menu.getByRole('link', { name: 'Download Now' }).click();
  await expect(menu).toBeHidden();
  await expect(page).toHaveURL(/#download$/);
  await expect(page.locator('#download')).toBeInViewport();
  for (const path of ['/', '/ar/', '/de/windows-landing']) {
    await page.goto(path);
    const button = page.getByRole('main').getByRole('link').first();
    expect((await button.boundingBox())?.y ?? 999, path).toBeLessThan(780);
  }
});

test('prices open in dollars and follow the switch, computed the same in the browser', async ({ page }) => {
  const t = words('en');
  await page.goto('/');
  await awake(page);
  const text = async (name: string) => plain(await card(page, name).innerText());
  expect(await text('12 months')).toContain('$39.99 today, then $39.99 every 12 months');
  expect(await text('12 months')).toContain('Save 66%');
  expect(await text('3 months')).toContain('Save 39%');
  await page.getByRole('radio', { name: 'United Arab Emirates dirham' }).check({ force: true });
  expect(await text('12 months')).toContain('12.50');
  expect(await text('12 months')).toContain('AED 150.00 today, then AED 150.00 every 12 months');
  // (443.88 - 150.00) / 12 is 24.49.
  expect(await text('12 months')).toContain('You save AED 24.49 a month');
  expect(await text('1 month')).not.toContain('You save');
  const how = card(page, '12 months').locator('details');
  await how.getByText(t('how.title')).click();
  await expect(how.locator('dl > div').first()).toBeVisible();
  expect(plain(await how.innerText())).toContain('Due today AED 150.00');
});

test('reviews go round in both directions, by themselves every five seconds unless somebody stops them', async ({
  page,
}) => {
  await page.clock.install();
  await page.goto('/');
  await awake(page);
  const carousel = page.getByRole('region', { name: 'What people say' });
  const shown = carousel.locator('[data-shown] bdi');
  await expect(shown).toHaveText('Maryam A.');
  const next = carousel.getByRole('button', { name: 'Next review' });
  const pause = carousel.getByRole('button', { name: 'Pause' });
  await expect(pause).toBeVisible();
  await page.clock.runFor(5_050);
  await expect(shown).toHaveText('Faisal R.');
  await carousel.getByRole('button', { name: 'Previous review' }).focus();
  await page.keyboard.press('Enter');
  await page.keyboard.press('Enter');
  await expect(shown).toHaveText('Noora K.');
  // Focus inside pauses the carousel.
  await page.clock.runFor(11_000);
  await expect(shown).toHaveText('Noora K.');
  await next.press('Enter');
  await expect(shown).toHaveText('Maryam A.');
  await carousel.getByRole('button', { name: 'Show review 3' }).press('Enter');
  await expect(shown).toHaveText('Sanne V.');
  await pause.press('Enter');
  await page.getByRole('link', { name: 'View Plans' }).focus();
  await page.clock.runFor(11_000);
  await expect(shown).toHaveText('Sanne V.');
  await carousel.getByRole('button', { name: 'Play' }).press('Enter');
  await page.getByRole('link', { name: 'View Plans' }).focus();
  await page.clock.runFor(5_050);
  await expect(shown).toHaveText('Noora K.');
  await expect(page.getByText(words('en')('sample.reviews'))).toBeVisible();

  await page.emulateMedia({ reducedMotion: 'reduce' });
  await page.reload();
  await awake(page);
  await page.clock.runFor(11_000);
  await expect(shown).toHaveText('Maryam A.');
});

test('under the pointer the reviews stand still, and in Arabic they go the other way round', async ({ page }) => {
  const t = words('ar');
  await page.clock.install();
  await page.goto('/ar');
  await awake(page);
  const carousel = page.getByRole('region', { name: t('landing.reviews.title') });
  const shown = carousel.locator('[data-shown] bdi');
  const first = await shown.innerText();
  await carousel.hover();
  await page.clock.runFor(11_000);
  await expect(shown).toHaveText(first);
  await page.mouse.move(0, 0);
  await page.clock.runFor(5_050);
  await expect(shown).not.toHaveText(first);

  const left = async (name: string) =>
    (await carousel.getByRole('button', { name, exact: true }).boundingBox())?.x ?? 0;
  expect(await left(t('carousel.next'))).toBeLessThan(await left(t('carousel.previous')));
  await carousel.getByRole('button', { name: t('carousel.previous'), exact: true }).click();
  await expect(shown).toHaveText(first);
});

test('the first question is open, one at a time, and an open one closes', async ({ page }) => {
  const calls: string[] = [];
  page.on('request', (request) => {
    if (new URL(request.url()).pathname.startsWith('/api/')) calls.push(request.url());
  });
  await page.goto('/');
  const entries = page.locator('#faq details');
  await expect(entries).toHaveCount(5);
  // A longer answer scrolls: specification 1, section 9.
  const answer = entries.first().locator('summary ~ *').first();
  expect(await answer.evaluate((one) => getComputedStyle(one).maxBlockSize)).toBe(`${24 * 16}px`);
  const open = () => entries.evaluateAll((all) => all.map((one) => (one as HTMLDetailsElement).open));
  expect(await open()).toEqual([true, false, false, false, false]);
  await entries.nth(2).locator('summary').click();
  expect(await open()).toEqual([false, false, true, false, false]);
  await entries.nth(2).locator('summary').press('Enter');
  expect(await open()).toEqual([false, false, false, false, false]);
  expect(calls).toEqual([]);
});

test.describe('with scripts switched off', () => {
  test.use({ javaScriptEnabled: false });

  test('everything can be read, the menu opens, and reviews stand below one another', async ({ page }) => {
    const t = words('ar');
    await page.setViewportSize({ width: 390, height: 844 });
    await page.goto('/ar/');
    for (const name of ['Maryam A.', 'Noora K.']) await expect(page.getByText(name)).toBeVisible();
    await page
      .getByRole('banner')
      .getByRole('button', { name: t('shell.menu') })
      .click();
    await expect(page.getByRole('navigation', { name: t('shell.menu') })).toBeVisible();
    await expect(page.getByRole('table')).toContainText(t('compare.one_price'));
  });
});

test('the downloads lead to the instructions and to the list of servers', async ({ page }) => {
  const t = words('en');
  for (const [link, section] of [
    ['setup', 'setup'],
    ['servers', 'servers'],
  ] as const) {
    await page.goto('/');
    await page.getByRole('link', { name: t(`landing.download.${link}`) }).click();
    await expect(page).toHaveURL(new RegExp(`/support#${section}$`));
    await expect(page.locator(`#${section}`).getByRole('heading')).toBeInViewport();
  }
  await expect(page.locator('#servers')).toContainText('United Arab Emirates');
});
