// Scripts are switched off, or one fails to load: the page still works.
import type { Page } from '@playwright/test';
import { BuyForm, newBuyer, onPayPage } from './buying';
import { onlySessionOf } from './provider';
import { expect, test } from './shop';
import { plain, words } from './words';

/** The text shown only without scripts; a search by text leaves such elements out. */
async function notice(page: Page): Promise<string> {
  const part = page.locator('noscript p').first();
  await expect(part).toBeVisible();
  return plain(await part.innerText());
}

test.describe('with scripts switched off', () => {
  test.use({ javaScriptEnabled: false });

  for (const lang of ['en', 'ar'] as const) {
    test(`prices can be read and the page says what it needs, ${lang}`, async ({ page }) => {
      const t = words(lang);
      const form = new BuyForm(page, t);
      await page.goto(`${t.prefix}/buy?code=SPRING20&package=3`);
      await expect(form.plan('quarterly')).toBeChecked();
      for (const [cycle, total] of [
        ['monthly', '31.99'],
        ['yearly', '120.00'],
        ['quarterly', '47.98'],
      ] as const) {
        await expect(form.card(cycle)).toBeVisible();
        expect(plain(await form.card(cycle).innerText())).toContain(total);
      }
      expect(await form.totalText()).toContain('47.98');
      await expect(page.getByText('SPRING20')).toBeVisible();
      expect(await notice(page)).toBe(t('buy.noscript', { support: 'support@northquay.example' }));

      // Pressing the button anyway loses nothing and sends the address nowhere.
      const address = page.url();
      await form.email.fill(newBuyer());
      await form.button.click();
      await form.email.press('Enter');
      await expect(form.button).toBeVisible();
      expect(page.url()).toBe(address);
    });
  }

  for (const lang of ['en', 'ar'] as const) {
    test(`every page that sells or explains can be read, ${lang}`, async ({ page }) => {
      const t = words(lang);
      const support = 'support@northquay.example';
      const { prefix, dealPrefix } = t;
      const pages: [string, string, string[]][] = [
        [`${dealPrefix}/affiliate-vpn-deals`, t('deal.title', { free: '4' }), ['39', t('deal.noscript', { support })]],
        [`${prefix}/landing-fb`, t('ad.title'), ['39', '19', '12', t('ad.choose')]],
        [`${prefix}/landing-privacy`, t('threats.title'), ['39', '14', t('threats.faq.1.a')]],
        [`${prefix}/landing-access`, t('access.title'), ['39', '14', t('access.faq.1.a')]],
        [`${prefix}/app-landing-whatsapp`, t('whatsapp.title'), [t('whatsapp.android.1.4')]],
        [`${prefix}/privacy-policy`, t('privacy.title'), [t('privacy.keep.2'), t('privacy.keep.7')]],
        [`${prefix}/support`, t('support.title'), [support, '+31 20 000 0000', t('support.receipt.1')]],
      ];
      for (const [path, title, parts] of pages) {
        await page.goto(path);
        expect(plain(await page.getByRole('heading', { level: 1 }).innerText()), path).toBe(plain(title));
        const text = plain((await page.locator('main').textContent()) ?? '');
        for (const part of parts) expect(text, path).toContain(plain(part));
      }
    });
  }

  test('every way round the shop works', async ({ page }) => {
    await page.goto('/');
    await page.getByRole('main').getByRole('link', { name: 'Download Now' }).click();
    await expect(page).toHaveURL(/\/buy\?package=12$/);
    await page.getByRole('contentinfo').getByRole('link', { name: 'Privacy policy' }).click();
    await expect(page.getByRole('heading', { level: 1 })).toHaveText('Privacy policy');
    await page.getByRole('banner').getByRole('link', { name: /home$/ }).click();
    await expect(page).toHaveURL(/:\d+\/$/);
  });

  test('the logo of the buy page is a plain link', async ({ page }) => {
    await page.goto('/ar/buy');
    await page.getByRole('banner').getByRole('link').first().click();
    await expect(page).toHaveURL(/\/ar\/$/);
  });

  for (const lang of ['en', 'ar'] as const) {
    test(`the page of a payment that was left claims nothing and says what helps, ${lang}`, async ({ page }) => {
      const t = words(lang);
      await page.goto(`${t.prefix}/payment-failed?session_id=cs_test_whatever`);
      await expect(page.getByRole('heading', { level: 1 })).toHaveText(t('failed.checking'));
      expect(await notice(page)).toBe(t('failed.noscript', { support: 'support@northquay.example' }));
      await expect(page.locator('noscript a')).toHaveAttribute('href', 'mailto:support@northquay.example');
      await expect(page.getByText(t('failed.checking.text'))).toBeHidden();
      for (const claim of ['failed.title', 'failed.funds', 'failed.retry', 'result.unpaid.title']) {
        await expect(page.locator('body')).not.toContainText(t(claim));
      }
      await expect(page).not.toHaveTitle(new RegExp(t('failed.title'), 'i'));
    });
  }

  for (const [name, lang, says, notes] of [
    ['payment-status', 'nl', 'result.processing', 'result.noscript'],
    ['callback-success-mollie', 'ar', 'result.processing', 'result.noscript'],
    ['callback-cancel-mollie', 'de', 'failed.checking', 'failed.noscript'],
  ] as const) {
    test(`/${name} claims nothing and says what helps, ${lang}`, async ({ page }) => {
      const t = words(lang);
      await page.goto(`${t.dealPrefix}/${name}?hash=whatever`);
      await expect(page.getByRole('heading', { level: 1 })).toHaveText(t(says));
      expect(await notice(page)).toBe(plain(t(notes, { support: 'support@northquay.example' })));
      await expect(page.getByText(t(`${says}.text`), { exact: true })).toBeHidden();
      await expect(page.getByText(t('deal.confirming'), { exact: true })).toBeHidden();
      for (const claim of ['result.success', 'failed.title', 'failed.funds', 'failed.retry', 'refunded.title']) {
        await expect(page.locator('body')).not.toContainText(t(claim));
      }
    });
  }

  test('the page after paying claims nothing it cannot know', async ({ page }) => {
    const t = words('en');
    await page.goto('/payment-success?session_id=cs_test_whatever');
    await expect(page.getByRole('heading', { level: 1 })).toHaveText(t('result.processing'));
    expect(await notice(page)).toBe(t('result.noscript'));
    await expect(page.getByText(t('result.processing.text'))).toBeHidden();
    await expect(page.locator('body')).not.toContainText(/success/i);
  });
});

test('without its rules in the browser, the form asks the server', async ({ page, shop, complaints }) => {
  complaints.expect(/ERR_FAILED|status of 422/);
  let refused = 0;
  await page.route(/\.wasm(\?|$)/, (route) => {
    refused += 1;
    return route.abort();
  });
  const form = new BuyForm(page);
  const buyer = newBuyer();
  await form.open('?code=SPRING20&email=sara+vpn@example.com');
  await expect(form.email).toHaveValue('sara+vpn@example.com');
  await form.email.fill('sara@nowhere');
  const answered = page.waitForResponse(/get_checkout_link/);
  await form.button.click();
  expect((await answered).status()).toBe(422);
  await form.saysBesideField('Please enter a valid email');
  await form.email.fill('');
  await form.button.click();
  await form.saysBesideField('Email is required');
  expect(refused).toBeGreaterThan(0);
  await form.buy(buyer);
  await onPayPage(page);
  await onlySessionOf(shop, buyer);
});

test('without any script of ours the first page still shows its prices', async ({ page, complaints }) => {
  complaints.expect(/ERR_FAILED/);
  await page.route(/\/assets\/.*\.js$/, (route) => route.abort());
  await page.goto('/buy');
  const form = new BuyForm(page);
  expect(await form.totalText()).toBe('AED 150.00');
  await form.email.fill('sara@example.com');
  await form.button.click();
  expect(page.url()).toMatch(/\/buy$/);
});
