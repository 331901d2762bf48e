// What a query may say about the offer, and the link out of the checkout.
import { awake, BuyForm } from './buying';
import { expect, test } from './shop';
import { plain } from './words';

for (const [query, cycle] of [
  ['1', 'monthly'],
  ['3', 'quarterly'],
  ['12', 'yearly'],
] as const) {
  test(`package=${query} selects its plan and goes to the e-mail`, async ({ page }) => {
    await page.setViewportSize({ width: 390, height: 700 });
    const form = new BuyForm(page);
    await form.open(`?package=${query}`);
    await expect(form.plan(cycle)).toBeChecked();
    await expect(form.email).toBeFocused();
    await expect(form.email).toBeInViewport();
  });
}

for (const query of ['', '?package=7', '?package=abc', '?package=']) {
  test(`"${query}" leaves the highlighted plan and the focus alone`, async ({ page }) => {
    const form = new BuyForm(page);
    await form.open(query);
    await expect(form.plan('yearly')).toBeChecked();
    await page.waitForTimeout(1_000);
    await expect(form.email).not.toBeFocused();
  });
}

test('choosing a plan scrolls to the e-mail and focuses it', async ({ page }) => {
  await page.setViewportSize({ width: 390, height: 700 });
  const form = new BuyForm(page);
  await form.open();
  await form.card('monthly').click();
  await expect(form.plan('monthly')).toBeChecked();
  await expect(form.card('monthly')).toContainText('Selected');
  await expect(form.card('yearly')).toContainText('Select Plan');
  await expect(form.email).toBeFocused();
  await expect(form.email).toBeInViewport();
});

test('an e-mail in the address fills the field and leaves the address', async ({ page }) => {
  const form = new BuyForm(page);
  const told: string[] = [];
  page.on('request', (request) => {
    const { referer } = request.headers();
    // Before the page strips its address, it may request the shop's own files.
    if (new URL(request.url()).pathname.startsWith('/assets/') || request.url().endsWith('/favicon.svg')) return;
    told.push(`${request.url()} from ${referer}`);
  });
  await form.open('?code=SPRING20&email=sara%2Bvpn%40example.com&package=12');
  await expect(form.email).toHaveValue('sara+vpn@example.com');
  await expect(page).toHaveURL(/\/buy\?code=SPRING20&package=12$/);
  expect(await page.content()).not.toContain('sara+vpn');
  await page.reload();
  await expect(page).toHaveURL(/\/buy\?code=SPRING20&package=12$/);
  await awake(page);
  await form.buy('sara+vpn@example.com');
  // Only the request for the first document carried it: neither a call nor the provider got it.
  expect(told.length).toBeGreaterThan(2);
  expect(told.slice(1).filter((line) => line.includes('sara'))).toEqual([]);
});

test('a plus in the address is a plus in the field', async ({ page }) => {
  const form = new BuyForm(page);
  await form.open('?email=sara+vpn@example.com&package=1');
  await expect(form.email).toHaveValue('sara+vpn@example.com');
  await expect(page).toHaveURL(/\/buy\?package=1$/);
  await form.buy('sara+vpn@example.com');
});

test('what is typed before the rules are there stays', async ({ page }) => {
  const form = new BuyForm(page);
  let arrive = () => {};
  const arrived = new Promise<void>((resolve) => {
    arrive = resolve;
  });
  await page.route(/\.wasm(\?|$)/, async (route) => {
    await arrived;
    await route.continue();
  });
  await form.open('?email=sara+vpn@example.com');
  // Neither the form nor the address bar waits for the rules.
  await expect(page).toHaveURL(/\/buy$/);
  await form.email.fill('own@example.com');
  const loaded = page.waitForResponse(/\.wasm(\?|$)/);
  arrive();
  await (await loaded).finished();
  await form.buy('own@example.com');
});

test('the language goes along with the offer', async ({ page }) => {
  const form = new BuyForm(page);
  await form.open('?code=SPRING20&package=3&email=sara%40example.com');
  await page.getByRole('button', { name: /^Language/ }).click();
  await page.getByRole('link', { name: 'العربية' }).click();
  await expect(page).toHaveURL(/\/ar\/buy\?code=SPRING20&package=3$/);
  await awake(page);
  await expect(page.locator('html')).toHaveAttribute('dir', 'rtl');
});

test('the logo asks before it leaves', async ({ page }) => {
  const form = new BuyForm(page);
  await form.open();
  const logo = page.getByRole('banner').getByRole('link', { name: 'Northquay home' });
  const dialog = page.getByRole('dialog', { name: 'Return to website?!' });
  await form.email.fill('sara@example.com');

  await logo.click();
  await expect(dialog).toBeVisible();
  await page.keyboard.press('Escape');
  await expect(dialog).toBeHidden();
  await expect(logo).toBeFocused();

  await logo.click();
  await dialog.getByRole('button', { name: 'Stay here' }).click();
  await expect(dialog).toBeHidden();

  await logo.click();
  await page.mouse.click(5, 5);
  await expect(dialog).toBeHidden();
  await expect(page).toHaveURL(/\/buy$/);
  await expect(form.email).toHaveValue('sara@example.com');

  await logo.press('Enter');
  await dialog.getByRole('link', { name: 'Return to website' }).click();
  await expect(page).toHaveURL(/:\d+\/$/);
});

test('the colours that were chosen stay chosen', async ({ page }) => {
  const form = new BuyForm(page);
  await page.emulateMedia({ colorScheme: 'light' });
  await form.open();
  const paper = () => page.evaluate(() => getComputedStyle(document.body).backgroundColor);
  const light = await paper();
  await page.getByRole('contentinfo').getByText('Dark', { exact: true }).click();
  await expect(page.locator('html')).toHaveAttribute('data-theme', 'dark');
  const dark = await paper();
  expect(dark).not.toBe(light);
  await page.goto('/ar/');
  await expect(page.locator('html')).toHaveAttribute('data-theme', 'dark');
  expect(await paper()).toBe(dark);
  expect(plain(await page.title())).not.toBe('');
});
