// The wizard in every branch: keyboard, refusals, Back, reload, with and without automatic steps, and without scripts.
import type { Page } from '@playwright/test';
import { awake, newBuyer } from './buying';
import { axe, expect, test } from './shop';
import { plain, words } from './words';

const t = words('en');
const button = (page: Page, name: string) => page.getByRole('button', { name: t(`onboarding.${name}`), exact: true });
const title = (page: Page, step: string) => page.getByRole('heading', { name: t(`onboarding.${step}.title`) });
const progress = (page: Page, step: number) =>
  expect(page.getByRole('status').first()).toHaveText(t('onboarding.progress', { step: `${step}`, steps: '3' }));

async function open(page: Page, motion: 'reduce' | 'no-preference' = 'reduce') {
  await page.emulateMedia({ reducedMotion: motion });
  await page.goto('/onboarding');
  await awake(page);
}

/** Answers everything before the button that joins. */
async function answerAll(page: Page, email: string) {
  await page.getByRole('radio', { name: 'Android' }).check();
  await button(page, 'continue').click();
  await page.getByRole('checkbox', { name: t('onboarding.reason.other') }).check();
  await button(page, 'continue').click();
  await page.getByLabel(t('onboarding.email')).fill(email);
}

test('with the keyboard alone, every refusal on the way, and a reload at every step', async ({ page, complaints }) => {
  complaints.expect(/status of 422/);
  const email = newBuyer();
  const press = (key: string) => page.keyboard.press(key);
  await open(page);
  await progress(page, 1);
  await button(page, 'continue').press('Enter');
  await expect(page.getByRole('alert').filter({ hasText: t('problem.device_required') })).toBeVisible();
  await expect(page.getByRole('radio', { name: 'iOS' })).toBeFocused();
  await press('ArrowDown');
  await expect(page.getByRole('radio', { name: 'Android' })).toBeChecked();
  await expect(page.getByText(t('problem.device_required'))).toBeHidden();
  await press('Enter');

  await expect(title(page, 'reasons')).toBeFocused();
  await progress(page, 2);
  await expect(button(page, 'continue')).toBeHidden();
  await expect(page.getByLabel(t('onboarding.service'))).toBeHidden();
  await press('Enter');
  await press('Tab');
  await press('Tab');
  await expect(page.getByRole('checkbox', { name: t('onboarding.reason.streaming') })).toBeFocused();
  await press('Space');
  await expect(button(page, 'continue')).toBeVisible();
  await page.getByLabel(t('onboarding.service')).fill('Shahid');
  await axe(page);
  await page.reload();
  await awake(page);
  await progress(page, 2);
  await expect(page.getByLabel(t('onboarding.service'))).toHaveValue('Shahid');
  await page.getByLabel(t('onboarding.service')).press('Enter');

  await expect(title(page, 'email')).toBeVisible();
  const field = page.getByLabel(t('onboarding.email'));
  await field.press('Enter');
  await expect(page.getByText(t('problem.email_required'))).toBeVisible();
  await expect(field).toBeFocused();
  await field.fill('amal@nowhere');
  await field.press('Enter');
  await expect(page.getByText(t('problem.email_invalid'))).toBeVisible();
  await axe(page);
  await field.fill(email);
  await page.reload();
  await awake(page);
  await expect(field).toHaveValue(email);

  // Back through the steps with the answers kept; forward again without a second answer.
  await page.goBack();
  await expect(title(page, 'reasons')).toBeVisible();
  await page.goBack();
  await expect(page.getByRole('radio', { name: 'Android' })).toBeChecked();
  await button(page, 'continue').click();
  await expect(page.getByRole('checkbox', { name: t('onboarding.reason.streaming') })).toBeChecked();
  await button(page, 'continue').click();
  await expect(field).toHaveValue(email);
  await field.press('Enter');

  // Under reduced motion no step advances by itself.
  await expect(page.getByRole('heading', { level: 1 })).toBeFocused();
  await expect(page.getByText(t('onboarding.example'), { exact: true })).toBeVisible();
  expect(plain(await page.locator('dl').innerText())).toBe('Credits $25.00 Plan Premium Open tickets 0');
  await expect(page.getByText(t('onboarding.soon'))).toBeHidden();
  await axe(page);
  await page.reload();
  await awake(page);
  const plans = page.getByRole('link', { name: t('onboarding.plans') });
  await expect(plans).toHaveAttribute('href', `/buy?email=${encodeURIComponent(email)}`);
  await plans.click();
  await expect(page.getByRole('textbox', { name: t('pay.email') })).toHaveValue(email);
  expect(page.url()).not.toContain('email');
});

test('goes on by itself after five seconds, once, and not when the page is touched', async ({ page }) => {
  await page.clock.install();
  await open(page, 'no-preference');
  await answerAll(page, newBuyer());
  await button(page, 'join').click();
  await expect(page.getByText(t('onboarding.soon'))).toBeVisible();
  await page.clock.runFor(5100);
  await expect(page).toHaveURL(/\/buy/);

  await page.goBack();
  await expect(page.getByRole('heading', { level: 1 })).toHaveText(
    t('onboarding.welcome.title', { brand: 'Northquay' }),
  );
  await page.clock.runFor(10_000);
  await expect(page.getByRole('link', { name: t('onboarding.plans') })).toBeVisible();

  // Opening the same address directly would count as a reload, which keeps the welcome.
  await page.goto('/terms');
  await open(page, 'no-preference');
  await answerAll(page, newBuyer());
  await button(page, 'join').click();
  await expect(page.getByText(t('onboarding.soon'))).toBeVisible();
  await page.mouse.click(20, 400);
  await expect(page.getByText(t('onboarding.soon'))).toBeHidden();
  await page.clock.runFor(10_000);
  await expect(page.getByRole('link', { name: t('onboarding.plans') })).toBeVisible();
});

for (const touch of ['a key', 'the wheel', 'a finger'] as const) {
  test(`stays where it is after ${touch}`, async ({ browser, shop }) => {
    const context = await browser.newContext({ baseURL: shop.url, hasTouch: true });
    const page = await context.newPage();
    await page.clock.install();
    await open(page, 'no-preference');
    await answerAll(page, newBuyer());
    await button(page, 'join').click();
    await expect(page.getByText(t('onboarding.soon'))).toBeVisible();
    if (touch === 'a key') await page.keyboard.press('Shift');
    else if (touch === 'the wheel') await page.mouse.wheel(0, 10);
    else await page.touchscreen.tap(20, 400);
    await expect(page.getByText(t('onboarding.soon'))).toBeHidden();
    await page.clock.runFor(10_000);
    await expect(page.getByRole('link', { name: t('onboarding.plans') })).toBeVisible();
    await context.close();
  });
}

test('its own Back leads through the steps, and streaming needs no service', async ({ page }) => {
  const email = newBuyer();
  await open(page);
  await expect(button(page, 'back')).toBeHidden();
  await page.getByRole('radio', { name: 'Windows' }).check();
  await button(page, 'continue').click();
  await page.getByRole('checkbox', { name: t('onboarding.reason.streaming') }).check();
  await button(page, 'back').click();
  await expect(page.getByRole('radio', { name: 'Windows' })).toBeChecked();
  await progress(page, 1);
  await button(page, 'continue').click();
  await expect(page.getByRole('checkbox', { name: t('onboarding.reason.streaming') })).toBeChecked();
  await expect(page.getByLabel(t('onboarding.service'))).toHaveValue('');
  await button(page, 'continue').click();
  await page.getByLabel(t('onboarding.email')).fill(email);
  const sent = page.waitForRequest('**/api/website/onboarding');
  await button(page, 'join').click();
  const body = (await sent).postDataJSON();
  expect(body).toMatchObject({ email, selected_device: 'windows', selected_reasons: ['streaming'] });
  expect(body).not.toHaveProperty('streaming_service');
  await expect(page.getByRole('link', { name: t('onboarding.plans') })).toBeVisible();
});

test('says what went wrong with the call, and joins on the next try', async ({ page, complaints }) => {
  complaints.expect(/ERR_FAILED/);
  await open(page);
  await answerAll(page, newBuyer());
  await page.route('**/api/website/onboarding', (route) => route.abort());
  await button(page, 'join').click();
  await expect(page.getByText(t('problem.process_failed'))).toBeVisible();
  await page.unroute('**/api/website/onboarding');
  await page.route('**/api/website/onboarding', (route) => route.fulfill({ json: { status: 'error' } }));
  await button(page, 'join').click();
  await expect(page.getByText(t('problem.unexpected_response'))).toBeVisible();
  await page.unroute('**/api/website/onboarding');
  await button(page, 'join').click();
  await expect(page.getByRole('link', { name: t('onboarding.plans') })).toBeVisible();
});

test.describe('with scripts switched off', () => {
  test.use({ javaScriptEnabled: false });

  test('one form asks everything, and its answer is the dashboard', async ({ page, complaints }) => {
    complaints.expect(/status of 422/);
    const ar = words('ar');
    const email = newBuyer();
    await page.goto('/ar/onboarding');
    await expect(page.getByRole('button', { name: ar('onboarding.continue') })).toHaveCount(0);
    await page.getByRole('radio', { name: 'Linux' }).check();
    await expect(page.getByLabel(ar('onboarding.service'))).toBeHidden();
    await page.getByRole('checkbox', { name: ar('onboarding.reason.streaming') }).check();
    await page.getByLabel(ar('onboarding.service')).fill('شاهد');
    await page.getByRole('button', { name: ar('onboarding.join') }).click();
    await expect(page.getByText(ar('problem.email_required'))).toBeVisible();
    await expect(page.getByLabel(ar('onboarding.service'))).toHaveValue('شاهد');
    await page.getByLabel(ar('onboarding.email')).fill(email);
    await page.getByLabel(ar('onboarding.email')).press('Enter');
    const plans = page.getByRole('link', { name: ar('onboarding.plans') });
    await expect(plans).toHaveAttribute('href', `/ar/buy?email=${encodeURIComponent(email)}`);
    await expect(page.getByText(ar('onboarding.soon'))).toBeHidden();
  });

  test('another language is a link, and asks in its own words', async ({ page }) => {
    const nl = words('nl');
    await page.goto('/onboarding');
    const link = page.locator('a[hreflang=nl]').first();
    await expect(link).toHaveAttribute('href', /^\/nl\/onboarding/);
    await page.goto((await link.getAttribute('href')) ?? '');
    await expect(page.locator('html')).toHaveAttribute('lang', 'nl');
    await page.getByRole('radio', { name: 'Android' }).check();
    await page.getByRole('checkbox', { name: nl('onboarding.reason.other') }).check();
    await page.getByLabel(nl('onboarding.email')).fill(newBuyer());
    await page.getByRole('button', { name: nl('onboarding.join') }).click();
    await expect(page.getByRole('link', { name: nl('onboarding.plans') })).toHaveAttribute('href', /^\/nl\/buy/);
  });
});
