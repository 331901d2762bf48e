// Repeated actions: clicks, the Back button, a retry after a failure. There is one order and one charge.
import { awake, BuyForm, newBuyer, onPayPage, pay, ResultPage } from './buying';
import { breakDown, chargesOf, mend, onlySessionOf, payElsewhere, webhooks } from './provider';
import { expect, test } from './shop';

const CREATE = 'checkout.sessions.create';

test('a double click buys once', async ({ page, shop }) => {
  const form = new BuyForm(page);
  const buyer = newBuyer();
  const calls: string[] = [];
  page.on('request', (request) => {
    if (request.url().includes('get_checkout_link')) calls.push(request.url());
  });
  await form.open();
  await form.email.fill(buyer);
  await form.button.dblclick();
  await onPayPage(page);
  await onlySessionOf(shop, buyer);
  expect(calls).toHaveLength(1);
});

test('two tabs that buy at once share one order', async ({ page, context, shop }) => {
  const buyer = newBuyer();
  const first = new BuyForm(page);
  const second = new BuyForm(await context.newPage());
  for (const form of [first, second]) {
    await form.open();
    await form.email.fill(buyer);
  }
  // The first answer sets the buyer's cookie; from then on the shop knows the browser in both tabs.
  await first.buy(buyer);
  await second.buy(buyer);
  expect(await onPayPage(second.page)).toBe(await onPayPage(page));
  await onlySessionOf(shop, buyer);
});

for (const way of ['the Back button', 'a refresh'] as const) {
  test(`after ${way} the form is usable and leads to the same pay page`, async ({ page, shop }) => {
    const form = new BuyForm(page);
    const buyer = newBuyer();
    await form.open('?package=3');
    await form.currency.selectOption('SAR');
    const shown = await form.buy(buyer);
    const session = await onPayPage(page);
    if (way === 'a refresh') await page.goto('/buy?package=3');
    else await page.goBack();
    await awake(page);
    await form.isFree();
    await expect(form.plan('quarterly')).toBeChecked();
    await form.currency.selectOption('SAR');
    expect(await form.buy(buyer)).toBe(shown);
    expect(await onPayPage(page)).toBe(session);
    await onlySessionOf(shop, buyer);
  });
}

test('another choice after Back ends the first pay page', async ({ page, shop }) => {
  const form = new BuyForm(page);
  const buyer = newBuyer();
  await form.open('?package=1');
  await form.buy(buyer);
  const first = page.url();
  await page.goBack();
  await awake(page);
  await form.plan('yearly').check();
  // Choosing a plan moves the page to the e-mail field, and a moving button cannot be clicked.
  await expect(form.email).toBeFocused();
  await form.buy(buyer);
  expect(page.url()).not.toBe(first);
  const old = await page.context().newPage();
  await expect(async () => {
    await old.goto(first);
    await expect(old.getByRole('heading', { level: 1 })).toHaveText('This page has expired', { timeout: 500 });
  }).toPass();
  await pay(page);
  await new ResultPage(page).isPaid();
  expect(await chargesOf(shop, buyer)).toHaveLength(1);
});

test('after paying, Back and Buy lead to the paid order and charge nothing', async ({ page, shop }) => {
  const form = new BuyForm(page);
  const result = new ResultPage(page);
  const buyer = newBuyer();
  await form.open('?code=SPRING20');
  await form.buy(buyer);
  await pay(page);
  await result.isPaid();
  const facts = await result.facts();

  await page.goBack();
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Already paid');
  await page.goBack();
  await expect(page).toHaveURL(/\/buy\?code=SPRING20$/);
  await awake(page);
  await form.isFree();
  await form.email.fill(buyer);
  await form.button.click();
  await result.isPaid();
  expect(await result.facts()).toEqual(facts);
  expect(await chargesOf(shop, buyer)).toHaveLength(1);
  await onlySessionOf(shop, buyer);
});

test('paid on another device meanwhile: Buy leads to the receipt', async ({ page, shop }) => {
  const form = new BuyForm(page);
  const result = new ResultPage(page);
  const buyer = newBuyer();
  await webhooks(shop, 'drop');
  try {
    await form.open('?package=3');
    await form.buy(buyer);
    const session = await onPayPage(page);
    await page.goBack();
    await awake(page);
    await payElsewhere(shop, session);
    await form.email.fill(buyer);
    await form.button.click();
    await result.isPaid();
    expect(await chargesOf(shop, buyer)).toHaveLength(1);
  } finally {
    await webhooks(shop, 'normal');
  }
});

test('a provider that is down keeps the order, and the next try finds it', async ({ page, shop, complaints }) => {
  complaints.expect(/status of 503/);
  const form = new BuyForm(page);
  const buyer = newBuyer();
  const keys: (string | undefined)[] = [];
  page.on('request', (request) => {
    if (request.url().includes('get_checkout_link')) keys.push(request.headers()['idempotency-key']);
  });
  await form.open();
  await breakDown(shop, CREATE);
  try {
    await form.email.fill(buyer);
    await form.button.click();
    await expect(form.button).toHaveText('Wait...');
    await expect(form.alert).toContainText('Something went wrong. Please try again.', { timeout: 20_000 });
    await form.isFree();
    await expect(form.email).toHaveValue(buyer);
  } finally {
    await mend(shop);
  }
  await form.button.click();
  await onPayPage(page);
  const session = await onlySessionOf(shop, buyer);
  expect(keys).toHaveLength(2);
  expect(keys[0]).toBe(keys[1]);
  await pay(page);
  await new ResultPage(page).isPaid();
  expect(await chargesOf(shop, buyer)).toMatchObject([{ session: session.id }]);
});

test('a shop that cannot be reached says so and keeps the form', async ({ page, context, complaints }) => {
  complaints.expect(/ERR_INTERNET_DISCONNECTED/);
  const form = new BuyForm(page);
  await form.open();
  await form.email.fill(newBuyer());
  await form.email.blur();
  await context.setOffline(true);
  await form.button.click();
  await expect(form.alert).toContainText('Something went wrong. Please try again.');
  await form.isFree();
  await context.setOffline(false);
  await form.button.click();
  await onPayPage(page);
});
