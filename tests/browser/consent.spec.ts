// The consent banner for events: its position, both answers, with and without scripts, and the reports after each.
import { violationTexts } from './axe';
import { awake, BuyForm, newBuyer, onPayPage } from './buying';
import { openReceiver, type Receiver } from './receiver';
import { test as base, expect, openShop, type Shop } from './shop';
import { words } from './words';

const test = base.extend<object, { receiver: Receiver; shop: Shop }>({
  receiver: [
    // biome-ignore lint/correctness/noEmptyPattern: Playwright reads which fixtures are needed from this pattern.
    async ({}, use) => {
      const receiver = await openReceiver();
      await use(receiver);
      await receiver.close();
    },
    { scope: 'worker' },
  ],
  shop: [
    async ({ receiver }, use) => {
      const { shop, close } = await openShop({ env: receiver.env });
      await use(shop);
      await close();
    },
    { scope: 'worker', timeout: 60_000 },
  ],
});

// All tests share one shop and one receiver, so they run in series: each event belongs to the current journey.
test.describe.configure({ mode: 'serial' });

test.describe('in Arabic on a phone', () => {
  test.use({ viewport: { width: 390, height: 844 } });

  test('the question leaves the plans in view, and accepting reports what the visitor does, once', async ({
    page,
    receiver,
  }) => {
    const t = words('ar');
    const form = new BuyForm(page, t);
    const banner = page.getByRole('region', { name: t('consent.label') });
    await page.goto('/ar/landing-access');
    await expect(banner).toBeInViewport({ ratio: 1 });
    const action = page.locator('main a[href*="/buy?"]').first();
    await expect(action).toBeInViewport({ ratio: 1 });
    // The trial click succeeds only if nothing covers the link.
    await action.click({ trial: true });
    await form.open();
    await expect(banner).toBeInViewport({ ratio: 1 });
    await expect(form.card('yearly')).toBeInViewport({ ratio: 0.5 });
    const [reject, accept] = [t('consent.reject'), t('consent.accept')].map((name) =>
      banner.getByRole('button', { name, exact: true }),
    );
    const [one, other] = [await reject?.boundingBox(), await accept?.boundingBox()];
    expect([one?.width, one?.height, one?.y]).toEqual([other?.width, other?.height, other?.y]);
    expect(await violationTexts(page)).toEqual([]);

    await form.email.fill(newBuyer());
    await accept?.click();
    await expect(banner).toBeHidden();
    await expect(page.locator('main')).toBeFocused();
    await expect(form.email).not.toHaveValue('');
    await expect
      .poll(() => receiver.taken.map(({ name, page: shown }) => `${name} ${shown}`))
      .toEqual(['view_content buy']);

    await form.button.click();
    await onPayPage(page);
    await expect.poll(() => receiver.taken.map(({ name }) => name)).toEqual(['view_content', 'add_to_cart']);
    expect(receiver.taken[1]?.amount).toBe(15_000);

    await form.open();
    await expect(banner).toBeHidden();
    const choices = page.getByRole('button', { name: t('consent.choices') });
    await choices.click();
    await awake(page);
    await expect(page).toHaveURL(/\/ar\/buy$/);
    await expect(banner).toBeVisible();
  });
});

/** Every page that sells something, and its name in the events. */
const SELLING = {
  '/': 'home',
  '/windows-landing': 'windows-landing',
  '/buy': 'buy',
  '/flash-sale-phrase': 'sale',
  '/trial': 'trial',
  '/quietharbor-special': 'partner',
  '/affiliate-vpn-deals': 'affiliate-vpn-deals',
  '/landing-fb': 'landing-fb',
  '/landing-privacy': 'landing-privacy',
  '/landing-access': 'landing-access',
  '/esim': 'esim-home',
  '/esim/bundle/1': 'esim-bundle',
  '/esim/checkout/1': 'esim-checkout',
};

test('each page that sells reports its view once, as soon as the visitor agrees and not before', async ({
  page,
  receiver,
}) => {
  test.setTimeout(90_000);
  let beacons = 0;
  page.on('request', (request) => {
    if (request.url().endsWith('/api/events')) beacons += 1;
  });
  for (const [path, name] of Object.entries(SELLING)) {
    // Without a prefix the deal page is Dutch.
    const t = words(name === 'affiliate-vpn-deals' ? 'nl' : 'en');
    const before = receiver.taken.length;
    beacons = 0;
    await page.context().clearCookies();
    await page.goto(path);
    await awake(page);
    const banner = page.getByRole('region', { name: t('consent.label') });
    await expect(banner).toBeVisible();
    expect(beacons, `${path} before the answer`).toBe(0);
    await banner.getByRole('button', { name: t('consent.accept'), exact: true }).click();
    await expect(banner).toBeHidden();
    const seen = () => receiver.taken.slice(before).map((event) => `${event.name} ${event.page}`);
    await expect.poll(seen, path).toEqual([`view_content ${name}`]);
    // Returning to the tab is not another view.
    await page.evaluate(() => document.dispatchEvent(new Event('visibilitychange')));
    expect(beacons, `${path} after it`).toBe(1);
  }
  const ids = receiver.taken.map(({ event_id }) => event_id);
  expect(new Set(ids).size).toBe(ids.length);
});

test('rejecting is as easy, and nothing is reported', async ({ page, receiver }) => {
  const t = words('en');
  const before = receiver.taken.length;
  await page.goto('/');
  await awake(page);
  const banner = page.getByRole('region', { name: t('consent.label') });
  await expect(page.locator('main a[href*="/buy"]').first()).toBeInViewport();
  expect(await violationTexts(page)).toEqual([]);
  await banner.getByRole('button', { name: t('consent.reject') }).click();
  await expect(banner).toBeHidden();
  const form = new BuyForm(page, t);
  await form.open();
  await expect(banner).toBeHidden();
  await form.email.fill(newBuyer());
  await form.button.click();
  await onPayPage(page);
  expect(receiver.taken.length).toBe(before);
});

test.describe('with scripts switched off', () => {
  test.use({ javaScriptEnabled: false });

  test('the form leads back to its page with the answer', async ({ page }) => {
    const t = words('de');
    await page.goto(`${t.prefix}/buy?code=SPRING20`);
    const banner = page.getByRole('region', { name: t('consent.label') });
    await banner.getByRole('button', { name: t('consent.reject') }).click();
    await expect(page).toHaveURL(/\/de\/buy\?code=SPRING20$/);
    await expect(banner).toHaveCount(0);
    await page.getByRole('button', { name: t('consent.choices') }).click();
    await expect(page).toHaveURL(/\/de\/buy\?code=SPRING20$/);
    await expect(banner).toBeVisible();
  });
});
