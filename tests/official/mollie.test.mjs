// Mollie's own library against the sandbox: the sandbox understands every operation the shop uses, and its answers,
// refusals and webhook events are what the library expects.
import assert from 'node:assert/strict';
import http from 'node:http';
import https from 'node:https';
import { after, before, test } from 'node:test';
import { createMollieClient, MollieApiError, PaymentStatus, RefundStatus } from '@mollie/api-client';
import { openShop } from '../../scripts/lib/trial-shop.mjs';
import { openRecorder } from './recorder.mjs';

const KEY = 'test_onefare_sandbox';

let shop;
let close;
let recorder;
let mollie;

/**
 * The library always gives its connections a TLS agent, even for a plain HTTP address. It creates the agent together
 * with the client, so for that moment it gets a plain agent for the sandbox.
 */
function client(apiKey = KEY) {
  const { Agent } = https;
  https.Agent = http.Agent;
  try {
    return createMollieClient({ apiKey, apiEndpoint: `${shop.sandbox}/v2/` });
  } finally {
    https.Agent = Agent;
  }
}

/** A payment as the shop requests it. */
const order = (more = {}) => ({
  amount: { currency: 'EUR', value: '49.99' },
  description: 'Northquay VPN, 12 months',
  method: 'ideal',
  redirectUrl: 'http://localhost:8080/payment-status?hash=0123456789abcdef',
  cancelUrl: 'http://localhost:8080/callback-cancel-mollie?hash=0123456789abcdef',
  locale: 'nl_NL',
  metadata: { order_id: 'ord_official', payment_id: 'pay_official' },
  ...more,
});

/** A person's choice on the page: the form as a browser submits it. */
async function choose(payment, status) {
  const url = payment.getCheckoutUrl();
  const page = await fetch(url);
  assert.equal(page.status, 200);
  assert.match(await page.text(), new RegExp(`value="${status}"`));
  const answer = await fetch(url, { method: 'POST', body: new URLSearchParams({ status }), redirect: 'manual' });
  assert.equal(answer.status, 303);
  return answer.headers.get('location');
}

const refused = (statusCode, field) => (error) => {
  assert.ok(error instanceof MollieApiError, String(error));
  assert.deepEqual([error.statusCode, error.field], [statusCode, field]);
  assert.ok(error.title && error.message);
  assert.match(error.getDocumentationUrl(), /^https:\/\/docs\.mollie\.com\//);
  return true;
};

before(async () => {
  recorder = await openRecorder();
  ({ shop, close } = await openShop({ env: { ONEFARE_SANDBOX_MOLLIE_WEBHOOK_URL: recorder.url('mollie') } }));
  recorder.to(shop.url);
  mollie = client();
});

after(async () => {
  await close?.();
  await recorder?.close();
});

test('a payment is created and read', async () => {
  const made = await mollie.payments.create(order());
  assert.match(made.id, /^tr_/);
  assert.equal(made.resource, 'payment');
  assert.equal(made.status, PaymentStatus.open);
  assert.equal(made.mode, 'test');
  assert.deepEqual({ ...made.amount }, { currency: 'EUR', value: '49.99' });
  assert.deepEqual({ ...made.metadata }, { order_id: 'ord_official', payment_id: 'pay_official' });
  assert.equal(made.method, 'ideal');
  assert.equal(made.sequenceType, 'oneoff');
  assert.equal(Date.parse(made.expiresAt) - Date.parse(made.createdAt), 15 * 60_000);
  assert.equal(new URL(made.getCheckoutUrl()).origin, shop.sandbox);
  assert.ok(made.getDashboardUrl());
  assert.equal(made.canBeRefunded(), false);

  const read = await mollie.payments.get(made.id);
  assert.equal(read.status, 'open');
  assert.equal(read.getCheckoutUrl(), made.getCheckoutUrl());
});

test('every end that the page offers is seen, leads back and is told', async () => {
  const [back, cancelled] = [order().redirectUrl, order().cancelUrl];
  for (const [status, location, instant] of [
    ['paid', back, 'paidAt'],
    ['failed', back, 'failedAt'],
    ['canceled', cancelled, 'canceledAt'],
    ['expired', back, 'expiredAt'],
  ]) {
    const { id } = await mollie.payments.create(order());
    assert.equal(await choose(await mollie.payments.get(id), status), location);
    const ended = await mollie.payments.get(id);
    assert.equal(ended.status, PaymentStatus[status]);
    assert.ok(Date.parse(ended[instant]) >= Date.parse(ended.createdAt), instant);
    assert.equal(ended.getCheckoutUrl(), null);
    const event = await recorder.of(id);
    assert.equal(event.body.toString('utf8'), `id=${id}`);
    assert.equal(event.headers['content-type'], 'application/x-www-form-urlencoded');
  }
});

test('a payment that stays open or pending is told to nobody and can be paid later', async () => {
  const { id } = await mollie.payments.create(order());
  for (const status of ['open', 'pending', 'paid']) {
    await choose(await mollie.payments.get(id), status);
    const read = await mollie.payments.get(id);
    assert.equal(read.status, status);
    if (status !== 'paid') assert.ok(read.getCheckoutUrl());
  }
  await recorder.of(id);
  assert.equal(recorder.events.filter(({ about }) => about === id).length, 1);
});

test('a payment is cancelled while nothing was begun', async () => {
  const { id } = await mollie.payments.create(order());
  assert.equal((await mollie.payments.get(id)).isCancelable, true);
  assert.equal((await mollie.payments.cancel(id)).status, PaymentStatus.canceled);
  await assert.rejects(mollie.payments.cancel(id), refused(422, undefined));
  await recorder.of(id);
});

test('the same key gives the same payment, and only for the same request', async () => {
  const idempotencyKey = 'pay_official-payment';
  const first = await mollie.payments.create(order({ idempotencyKey }));
  const again = await mollie.payments.create(order({ idempotencyKey }));
  assert.equal(again.id, first.id);
  const other = order({ idempotencyKey, description: 'Something else' });
  await assert.rejects(mollie.payments.create(other), refused(400, undefined));
});

test('money goes back in parts, and no further', async () => {
  const { id: paymentId } = await mollie.payments.create(order());
  const part = (value) => ({ paymentId, amount: { currency: 'EUR', value }, description: `Refund of ${value}` });
  await assert.rejects(mollie.paymentRefunds.create(part('1.00')), refused(422, undefined));
  await choose(await mollie.payments.get(paymentId), 'paid');
  const first = await mollie.paymentRefunds.create({ ...part('20.00'), metadata: { refund_id: 'ref_official' } });
  assert.match(first.id, /^re_/);
  assert.equal(first.status, RefundStatus.pending);
  assert.equal(first.paymentId, paymentId);
  assert.deepEqual({ ...first.metadata }, { refund_id: 'ref_official' });
  await assert.rejects(mollie.paymentRefunds.create(part('20.00')), refused(409, undefined));
  await assert.rejects(mollie.paymentRefunds.create(part('30.00')), refused(422, 'amount'));
  const second = await mollie.paymentRefunds.create(part('29.99'));

  assert.equal((await mollie.paymentRefunds.get(first.id, { paymentId })).amount.value, '20.00');
  const page = await mollie.paymentRefunds.page({ paymentId, limit: 1 });
  assert.deepEqual([page.length, page[0].id], [1, second.id]);
  assert.equal((await page.nextPage())[0].id, first.id);
  const all = [];
  for await (const refund of mollie.paymentRefunds.iterate({ paymentId })) all.push(refund.id);
  assert.deepEqual(all, [second.id, first.id]);

  const payment = await mollie.payments.get(paymentId);
  assert.equal(payment.status, 'paid');
  assert.deepEqual([payment.amountRefunded.value, payment.amountRemaining.value], ['49.99', '0.00']);
  assert.equal(payment.hasRefunds(), true);
  // Refused when the bank was quicker.
  const moved = await fetch(`${shop.sandbox}/control/refunds/${first.id}/refunded`, { method: 'POST' });
  assert.ok([200, 409].includes(moved.status), `${moved.status}`);
  assert.equal((await mollie.paymentRefunds.get(first.id, { paymentId })).status, RefundStatus.refunded);
});

test('refusals arrive as the errors of the library', async () => {
  const amount = (currency, value) => ({ amount: { currency, value } });
  for (const [more, field] of [
    [amount('EUR', '49.9'), 'amount.value'],
    [amount('EUR', 49.99), 'amount.value'],
    [amount('EUR', '50000.01'), 'amount'],
    [amount('OMR', '49.990'), 'amount.currency'],
    [amount('USD', '49.99'), 'method'],
    [{ redirectUrl: undefined }, 'redirectUrl'],
    [{ description: '' }, 'description'],
    [{ locale: 'ar_AE' }, 'locale'],
    [{ method: 'wero' }, 'method'],
    [{ webhookUrl: 'http://localhost:8080/webhooks/mollie' }, 'webhookUrl'],
    [{ testmode: true }, 'testmode'],
  ]) {
    await assert.rejects(mollie.payments.create(order(more)), refused(422, field));
  }
  await assert.rejects(mollie.payments.get('tr_nobody'), (error) => {
    assert.equal(error.message, 'No payment exists with token tr_nobody.');
    return refused(404, undefined)(error);
  });
  await assert.rejects(client('test_another').payments.create(order()), refused(401, undefined));
});
