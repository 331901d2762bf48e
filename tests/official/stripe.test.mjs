// Stripe's own library against the sandbox: the sandbox understands its requests, it gets the expected answers, and the
// signatures of the webhook events satisfy it. A double tested only with our own client would prove nothing.
import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import Stripe from 'stripe';
import { openShop } from '../../scripts/lib/trial-shop.mjs';
import { openRecorder } from './recorder.mjs';

const KEY = 'sk_test_onefare_sandbox';
const SECRET = 'whsec_onefare_sandbox';

let shop;
let close;
let recorder;
let stripe;

function client(key = KEY) {
  const { hostname, port } = new URL(shop.sandbox);
  return new Stripe(key, { host: hostname, port, protocol: 'http', maxNetworkRetries: 0, telemetry: false });
}

/** A plan as the shop requests it: INTEGRATIONS 1.9, one recurring line, adaptive pricing off. */
const plan = (more = {}) => ({
  mode: 'subscription',
  line_items: [
    {
      quantity: 1,
      price_data: {
        currency: 'aed',
        unit_amount: 15_000,
        product_data: { name: 'Northquay VPN, 12 months' },
        recurring: { interval: 'month', interval_count: 12 },
      },
    },
  ],
  customer_email: 'sara@example.com',
  client_reference_id: 'pay_official',
  metadata: { order_id: 'ord_official', payment_id: 'pay_official' },
  subscription_data: {
    description: 'Northquay VPN, 12 months',
    metadata: { order_id: 'ord_official', payment_id: 'pay_official' },
  },
  adaptive_pricing: { enabled: false },
  allowed_payment_method_types: ['card'],
  locale: 'en',
  success_url: 'http://localhost:8080/payment-success?session_id={CHECKOUT_SESSION_ID}',
  cancel_url: 'http://localhost:8080/payment-failed?session_id=0123456789abcdef',
  ...more,
});

const control = async (path) => {
  const answer = await fetch(`${shop.sandbox}/control${path}`, { method: 'POST' });
  assert.equal(answer.status, 200, await answer.text());
};

before(async () => {
  recorder = await openRecorder();
  ({ shop, close } = await openShop({ env: { ONEFARE_SANDBOX_WEBHOOK_URL: recorder.url('stripe') } }));
  recorder.to(shop.url);
  stripe = client();
});

after(async () => {
  await close?.();
  await recorder?.close();
});

test('a session is created, read and listed', async () => {
  const made = await stripe.checkout.sessions.create(plan());
  assert.match(made.id, /^cs_test_/);
  assert.equal(made.object, 'checkout.session');
  assert.equal(made.status, 'open');
  assert.equal(made.payment_status, 'unpaid');
  assert.equal(made.amount_total, 15_000);
  assert.equal(made.currency, 'aed');
  assert.equal(made.livemode, false);
  assert.equal(made.client_reference_id, 'pay_official');
  assert.deepEqual({ ...made.metadata }, { order_id: 'ord_official', payment_id: 'pay_official' });
  assert.equal(new URL(made.url).origin, shop.sandbox);
  assert.equal((await fetch(made.url)).status, 200);
  assert.ok(made.lastResponse.requestId.startsWith('req_'));
  assert.equal(made.lastResponse.apiVersion, stripe.getApiField('version'));

  const read = await stripe.checkout.sessions.retrieve(made.id, { expand: ['line_items', 'subscription'] });
  assert.equal(read.subscription, null);
  assert.equal(read.line_items.data[0].amount_total, 15_000);
  assert.equal(read.line_items.data[0].description, 'Northquay VPN, 12 months');
  const plain = await stripe.checkout.sessions.retrieve(made.id);
  assert.equal(plain.line_items, undefined);

  const listed = [];
  for await (const session of stripe.checkout.sessions.list({ limit: 1, status: 'open' })) listed.push(session.id);
  assert.ok(listed.includes(made.id));
});

test('a session that is ended can neither be paid nor ended again', async () => {
  const { id } = await stripe.checkout.sessions.create(plan());
  const ended = await stripe.checkout.sessions.expire(id);
  assert.equal(ended.status, 'expired');
  assert.equal(ended.url, null);
  await assert.rejects(stripe.checkout.sessions.expire(id), Stripe.errors.StripeInvalidRequestError);
  const delivery = await recorder.of('checkout.session.expired');
  const event = stripe.webhooks.constructEvent(delivery.body, delivery.headers['stripe-signature'], SECRET);
  assert.equal(event.data.object.id, id);
});

test('the same key gives the same session, and only for the same request', async () => {
  const idempotencyKey = 'pay_official-session';
  const first = await stripe.checkout.sessions.create(plan(), { idempotencyKey });
  const again = await stripe.checkout.sessions.create(plan(), { idempotencyKey });
  assert.equal(again.id, first.id);
  assert.equal(again.lastResponse.headers['idempotent-replayed'], 'true');
  await assert.rejects(
    stripe.checkout.sessions.create(plan({ customer_email: 'other@example.com' }), { idempotencyKey }),
    Stripe.errors.StripeIdempotencyError,
  );
});

test('a visit to the portal offers what was named, and nothing that is not there', async () => {
  const { id: customer } = await stripe.customers.create({ email: 'sara@example.com' });
  const wanted = { customer, configuration: 'bpc_sandbox', return_url: 'http://localhost:8080/panel', locale: 'nl' };
  const visit = await stripe.billingPortal.sessions.create(wanted);
  assert.match(visit.id, /^bps_/);
  assert.equal(visit.configuration, 'bpc_sandbox');
  assert.equal(visit.customer, customer);
  assert.equal((await fetch(visit.url)).status, 200);
  await assert.rejects(
    stripe.billingPortal.sessions.create({ ...wanted, configuration: 'bpc_another' }),
    (error) => error instanceof Stripe.errors.StripeInvalidRequestError && error.param === 'configuration',
  );
});

test('refusals arrive as the errors of the library', async () => {
  const { StripeInvalidRequestError, StripeAuthenticationError } = Stripe.errors;
  await assert.rejects(stripe.checkout.sessions.create(plan({ adaptive_prices: { enabled: false } })), (error) => {
    assert.ok(error instanceof StripeInvalidRequestError);
    assert.equal(error.statusCode, 400);
    assert.equal(error.code, 'parameter_unknown');
    assert.equal(error.param, 'adaptive_prices');
    return true;
  });
  const nested = plan();
  nested.line_items[0].price_data.recurring.every = 'month';
  await assert.rejects(stripe.checkout.sessions.create(nested), (error) => {
    assert.equal(error.param, 'line_items[0][price_data][recurring][every]');
    return error instanceof StripeInvalidRequestError;
  });
  await assert.rejects(stripe.checkout.sessions.create(plan({ locale: 'ar' })), { param: 'locale' });
  await assert.rejects(stripe.checkout.sessions.retrieve('cs_test_nobody'), (error) => {
    assert.ok(error instanceof StripeInvalidRequestError);
    assert.equal(error.statusCode, 404);
    assert.equal(error.code, 'resource_missing');
    return true;
  });
  await assert.rejects(client('sk_test_another').checkout.sessions.create(plan()), (error) => {
    assert.ok(error instanceof StripeAuthenticationError);
    assert.equal(error.statusCode, 401);
    return true;
  });
});

test('a coupon makes the first term cheaper and nothing else', async () => {
  const coupon = await stripe.coupons.create({
    id: 'once_official',
    amount_off: 2_000,
    currency: 'aed',
    duration: 'once',
    max_redemptions: 1,
    name: 'Welcome',
  });
  assert.equal(coupon.valid, true);
  assert.equal((await stripe.coupons.retrieve('once_official')).amount_off, 2_000);
  const session = await stripe.checkout.sessions.create(plan({ discounts: [{ coupon: coupon.id }] }));
  assert.equal(session.amount_subtotal, 15_000);
  assert.equal(session.amount_total, 13_000);
  assert.equal(session.total_details.amount_discount, 2_000);
  assert.equal(session.total_details.breakdown, undefined, 'only on demand');
  const { total_details } = await stripe.checkout.sessions.retrieve(session.id, {
    expand: ['total_details.breakdown'],
  });
  assert.deepEqual(total_details.breakdown.taxes, []);
  const [{ amount, discount }] = total_details.breakdown.discounts;
  assert.deepEqual([amount, discount.object, discount.checkout_session], [2_000, 'discount', session.id]);
  assert.deepEqual({ ...discount.source }, { coupon: coupon.id, type: 'coupon' });
  const plain = await stripe.checkout.sessions.create(plan({ expand: ['total_details.breakdown'] }));
  assert.deepEqual(plain.total_details.breakdown.discounts, []);
  const listed = await stripe.checkout.sessions.list({ limit: 2, expand: ['data.total_details.breakdown'] });
  assert.ok(listed.data.every((one) => Array.isArray(one.total_details.breakdown.discounts)));
});

test('sessions are listed by the address of their customer', async () => {
  const { id } = await stripe.checkout.sessions.create(plan({ customer_email: 'only@example.com' }));
  const of = async (email) => {
    const { data } = await stripe.checkout.sessions.list({ customer_details: { email } });
    return data.map((session) => session.id);
  };
  assert.deepEqual(await of('only@example.com'), [id]);
  assert.deepEqual(await of('other@example.org'), []);
});

test('the key opens the API as the user name of basic authentication, as in Stripe’s own examples', async () => {
  const ask = (key) =>
    fetch(`${shop.sandbox}/v1/events?limit=1`, { headers: { authorization: `Basic ${btoa(`${key}:`)}` } });
  assert.equal((await ask(KEY)).status, 200);
  assert.equal((await ask('sk_test_another')).status, 401);
});

test('a payment makes a subscription, and its signed webhook event is the library’s too', async () => {
  const { id } = await stripe.checkout.sessions.create(plan());
  await control(`/sessions/${id}/pay`);
  const paid = await stripe.checkout.sessions.retrieve(id, { expand: ['subscription', 'customer', 'invoice'] });
  assert.equal(paid.status, 'complete');
  assert.equal(paid.payment_status, 'paid');
  assert.equal(paid.customer_details.email, 'sara@example.com');
  assert.equal(paid.subscription.status, 'active');
  assert.equal(paid.subscription.metadata.order_id, 'ord_official');
  assert.equal(paid.invoice.amount_paid, 15_000);
  const item = paid.subscription.items.data[0];
  assert.deepEqual([item.price.recurring.interval, item.price.recurring.interval_count], ['month', 12]);
  assert.equal(item.price.unit_amount, 15_000);

  const { body, headers, status } = await recorder.of('checkout.session.completed');
  const signature = headers['stripe-signature'];
  assert.equal(status, 200, 'the shop took it');
  const event = stripe.webhooks.constructEvent(body, signature, SECRET);
  assert.equal(event.object, 'event');
  assert.equal(event.type, 'checkout.session.completed');
  assert.equal(event.api_version, stripe.getApiField('version'));
  assert.equal(event.data.object.id, id);
  assert.equal(event.data.object.payment_status, 'paid');
  assert.equal((await stripe.events.retrieve(event.id)).id, event.id);

  const { StripeSignatureVerificationError } = Stripe.errors;
  const refused = (bytes, header, secret) =>
    assert.throws(() => stripe.webhooks.constructEvent(bytes, header, secret), StripeSignatureVerificationError);
  refused(Buffer.concat([body, Buffer.from(' ')]), signature, SECRET);
  refused(body, signature, 'whsec_another');
  refused(body, signature.replace(/v1=./, 'v1=x'), SECRET);
  const old = signature.replace(/t=\d+/, `t=${Math.floor(Date.now() / 1000) - 600}`);
  refused(body, old, SECRET);
});

test('a header made by the library opens the door of the shop, and a stale one does not', async () => {
  const payload = JSON.stringify({
    id: 'evt_official_header',
    object: 'event',
    api_version: stripe.getApiField('version'),
    created: Math.floor(Date.now() / 1000),
    livemode: false,
    type: 'checkout.session.completed',
    data: { object: { id: 'cs_test_nobody', object: 'checkout.session', client_reference_id: 'pay_nobody' } },
  });
  const knock = async (header) => {
    const headers = { 'content-type': 'application/json', ...(header ? { 'stripe-signature': header } : {}) };
    return (await fetch(`${shop.url}/webhooks/stripe`, { method: 'POST', headers, body: payload })).status;
  };
  const now = Math.floor(Date.now() / 1000);
  const header = (secret, timestamp = now) =>
    stripe.webhooks.generateTestHeaderString({ payload, secret, timestamp, scheme: 'v1' });
  assert.equal(await knock(header(SECRET)), 200);
  assert.equal(await knock(header('whsec_another')), 400);
  assert.equal(await knock(header(SECRET, now - 3_600)), 400);
  assert.equal(await knock(header(SECRET, now + 3_600)), 400);
  assert.equal(await knock(undefined), 400);
});

test('a trial takes nothing today, a prepaid first term its own price, and data is paid once', async () => {
  const trial = await stripe.checkout.sessions.create(
    plan({ subscription_data: { trial_period_days: 7, metadata: { order_id: 'ord_official' } } }),
  );
  await control(`/sessions/${trial.id}/pay`);
  const begun = await stripe.checkout.sessions.retrieve(trial.id, { expand: ['subscription'] });
  assert.deepEqual(
    [begun.payment_status, begun.amount_total, begun.subscription.status],
    ['no_payment_required', 0, 'trialing'],
  );

  const [later] = plan().line_items;
  const first = {
    price_data: { currency: 'aed', unit_amount: 12_000, product_data: { name: '16 months' } },
    quantity: 1,
  };
  const prepaid = await stripe.checkout.sessions.create(
    plan({ line_items: [first, later], subscription_data: { trial_period_days: 486 } }),
  );
  await control(`/sessions/${prepaid.id}/pay`);
  const paid = await stripe.checkout.sessions.retrieve(prepaid.id);
  assert.deepEqual([paid.payment_status, paid.amount_total], ['paid', 12_000]);

  const { subscription_data: _, ...rest } = plan();
  const data = await stripe.checkout.sessions.create({
    ...rest,
    mode: 'payment',
    line_items: [{ price_data: { currency: 'usd', unit_amount: 449, product_data: { name: 'eSIM' } }, quantity: 1 }],
    customer_creation: 'if_required',
    payment_intent_data: { metadata: { order_id: 'ord_official' } },
  });
  await control(`/sessions/${data.id}/pay`);
  const once = await stripe.checkout.sessions.retrieve(data.id, { expand: ['payment_intent'] });
  assert.deepEqual([once.payment_status, once.subscription], ['paid', null]);
  assert.equal(once.payment_intent.metadata.order_id, 'ord_official');
});

test('what a subscription took goes back once, and the subscription ends', async () => {
  const { id } = await stripe.checkout.sessions.create(plan());
  await control(`/sessions/${id}/pay`);
  const paid = await stripe.checkout.sessions.retrieve(id);
  const payments = await stripe.invoicePayments.list({ invoice: paid.invoice });
  assert.equal(payments.data.length, 1);
  const intent = payments.data[0].payment.payment_intent;
  const wanted = {
    payment_intent: intent,
    amount: 15_000,
    reason: 'duplicate',
    metadata: { refund_id: 'ref_official' },
  };
  const made = await stripe.refunds.create(wanted, { idempotencyKey: 'ref_official' });
  assert.deepEqual([made.amount, made.currency, made.metadata.refund_id], [15_000, 'aed', 'ref_official']);
  assert.equal((await stripe.refunds.create(wanted, { idempotencyKey: 'ref_official' })).id, made.id);
  assert.equal((await stripe.refunds.retrieve(made.id)).status, 'succeeded');
  const listed = await stripe.refunds.list({ payment_intent: intent, limit: 100 });
  assert.deepEqual(
    listed.data.map((refund) => refund.id),
    [made.id],
  );
  await assert.rejects(stripe.refunds.create(wanted), Stripe.errors.StripeInvalidRequestError);
  assert.equal((await stripe.subscriptions.cancel(paid.subscription)).status, 'canceled');
  await assert.rejects(stripe.subscriptions.cancel(paid.subscription), { code: 'resource_missing' });
});
