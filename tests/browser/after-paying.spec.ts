// The page a buyer returns to claims nothing before the server has confirmed it, and never reports a late payment as
// failed.
import { awake, BuyForm, newBuyer, onPayPage, pay, ResultPage } from './buying';
import { chargesOf, lettersTo, payElsewhere, webhooks } from './provider';
import { expect, test } from './shop';
import { words } from './words';

for (const lang of ['en', 'ar'] as const) {
  for (const query of ['?session_id=cs_test_nobodyknowsthis', '?session_id=%3Cscript%3E', '']) {
    test(`an unknown payment "${query}" is an error with a way out, ${lang}`, async ({ page, complaints }) => {
      complaints.expect(/status of 404/);
      const t = words(lang);
      const result = new ResultPage(page, t);
      await page.goto(`${t.prefix}/payment-success${query}`);
      await expect(result.heading).toHaveText(t('result.error'));
      await expect(result.heading).toBeFocused();
      await expect(page.getByRole('link', { name: t('result.home') })).toHaveAttribute('href', `${t.prefix}/`);
      await expect(page.locator('main')).not.toContainText(t('result.success'));
      await expect(page).toHaveURL(new RegExp(`${t.prefix}/payment-success$`));
    });
  }
}

test('a payment that is not known yet is being processed, and then it is there', async ({ page, shop }) => {
  const form = new BuyForm(page);
  const result = new ResultPage(page);
  const buyer = newBuyer();
  await webhooks(shop, 'drop');
  try {
    await form.open('?package=1');
    await form.buy(buyer);
    const session = await onPayPage(page);
    const headings = new Set<string>();
    await page.goto(`/payment-success?session_id=${session}`);
    await awake(page);
    for (let count = 0; count < 8; count += 1) {
      headings.add(await result.heading.innerText());
      await page.waitForTimeout(400);
    }
    expect([...headings]).toEqual(['Processing your payment...']);
    expect(await lettersTo(shop, buyer)).toHaveLength(0);
    // The buyer pays on another device and the webhook event is lost: the page's own status calls detect the payment.
    await payElsewhere(shop, session);
    await expect(result.heading).toHaveText('Payment Successful!', { timeout: 15_000 });
    await expect(result.heading).toBeFocused();
    expect(await chargesOf(shop, buyer)).toHaveLength(1);
    await expect.poll(async () => (await lettersTo(shop, buyer)).length).toBe(1);
  } finally {
    await webhooks(shop, 'normal');
  }
});

test('a lost webhook event does not keep a payer waiting', async ({ page, shop }) => {
  const form = new BuyForm(page);
  await webhooks(shop, 'drop');
  try {
    await form.open();
    await form.buy(newBuyer());
    await pay(page);
    await new ResultPage(page).isPaid();
  } finally {
    await webhooks(shop, 'normal');
  }
});

test('a stranger with the link sees no address', async ({ page, browser, shop }) => {
  const form = new BuyForm(page);
  const buyer = newBuyer('layla');
  await form.open();
  await form.buy(buyer);
  const session = await onPayPage(page);
  await pay(page);
  const result = new ResultPage(page);
  await result.isPaid();

  const elsewhere = await browser.newContext({ baseURL: shop.url });
  const stranger = new ResultPage(await elsewhere.newPage());
  await stranger.page.goto(`/payment-success?session_id=${session}`);
  await stranger.isPaid();
  expect(await stranger.fact('order')).toBe(await result.fact('order'));
  expect(await stranger.page.content()).not.toContain(buyer);
  await elsewhere.close();
});

for (const lang of ['en', 'ar'] as const) {
  test(`what is paid once does not renew, ${lang}`, async ({ page, complaints }) => {
    complaints.expect(/status of 404/);
    const t = words(lang);
    const result = new ResultPage(page, t);
    const deal = { package: 12, selectedPackage: 12, email: newBuyer(), language: lang };
    const answer = await page.request.post('/api/mollie/create-payment', { data: deal });
    expect(answer.ok(), await answer.text()).toBe(true);
    await page.goto((await answer.json()).checkout_url);
    // A deal returns to pages of its own; the subscription's result page shows any payment by its hash.
    const back = page.waitForRequest(/[?&]hash=/);
    await page.getByRole('button', { name: 'Continue' }).click();
    const hash = new URL((await back).url()).searchParams.get('hash') ?? '';
    // Wait for the deal page's own navigation, which would interfere with the next step.
    await page.waitForURL(/callback-success-mollie/);
    await page.goto(`${t.prefix}/payment-success?session_id=${hash}`);
    await result.isPaid();
    await expect(page.getByText(t('result.once'), { exact: true })).toBeVisible();
    const renews = t('result.renews').split('{renewal}')[0]?.trim() ?? '';
    await expect(page.getByRole('main')).not.toContainText(renews);
  });
}

test('the next steps lead somewhere', async ({ page }) => {
  const form = new BuyForm(page);
  await form.open();
  const buyer = newBuyer();
  await form.buy(buyer);
  await pay(page);
  await new ResultPage(page).isPaid();
  const link = (name: string) => page.getByRole('main').getByRole('link', { name });
  await expect(link('Manage Subscription')).toHaveAttribute('href', '/panel');
  await expect(link('Return to Home')).toHaveAttribute('href', '/');
  for (const system of ['iPhone and iPad', 'Android', 'Windows', 'macOS']) {
    await expect(link(system)).toHaveAttribute('href', /^https:\/\//);
  }
  await expect(link('support@')).toHaveAttribute('href', /^mailto:.*subject=Order%20/);
  await expect(page.getByText(`Log in with ${buyer}`)).toBeVisible();
  await expect(page.getByText(/renews automatically .* unless you cancel/)).toBeVisible();
});
