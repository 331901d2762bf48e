// A hundred signed-in customers, each against the orders of all others: what is readable, and what can be changed.
import { begin, control, delivered, pay } from '../../lib/hostile-buyer.mjs';
import { openShop } from '../../lib/trial-shop.mjs';
import { Visitor } from '../../lib/visitor.mjs';

export const shows = 'no customer reads or changes what is another customer’s';
export const databases = ['sqlite', 'postgres'];

const customers = Number(process.env.ONEFARE_CUSTOMERS ?? 100);

const json = async (answer) => JSON.parse((await answer).text);

/** Begins a purchase of eSIM data and returns the provider's id of its hosted page. */
async function beginData(visitor, email) {
  const { data: places } = await json(visitor.call('GET', '/api/esim/bundles'));
  const { id } = places.countries[0];
  const { data: bundle } = await json(visitor.call('GET', `/api/esim/bundle/${id}`));
  const [plan] = bundle.refills;
  const begun = await json(
    visitor.call('POST', '/api/esim/stripe/create-payment', {
      email,
      bundle_id: id,
      payment_method: 'card',
      structured_data: plan.structured_data,
      currency: 'USD',
      expected_amount: plan.price_usd,
      language: 'en',
    }),
  );
  return begun.data.checkout_url.split('/').pop().split(/[?#]/)[0];
}

/** A customer with a plan and an eSIM, signed in, and what their account shows. */
async function customer(shop, number) {
  const email = `customer${number}@example.com`;
  const visitor = new Visitor(shop);
  await pay(shop, await begin(shop, email));
  await pay(shop, await beginData(new Visitor(shop), email));
  if ((await delivered(shop, email, 30_000)) > 30_000) throw new Error(`${email} did not become a customer`);
  await visitor.signIn(email);
  return { email, visitor };
}

const account = ({ visitor }) => json(visitor.call('GET', '/api/account'));

/** Every order of a customer, once both have been delivered. */
async function ordersOf(customer) {
  for (let turn = 0; turn < 100; turn += 1) {
    const { orders } = await account(customer);
    if (orders.length === 2 && orders.every(({ state }) => state === 'active')) return orders;
    await new Promise((next) => setTimeout(next, 100));
  }
  throw new Error(`the orders of ${customer.email} were not delivered`);
}

/** The plan at a price that it never had: for its owner, the shop answers with the current price. */
const PLAN = { product_id: 'vpn-1m', expected_amount: 1, currency: 'AED' };

/** A charge that was never shown. */
const CHARGE = { expected_amount: 1, currency: 'AED' };

/** Every call that a customer can make about an order. */
const CALLS = [
  ['GET', 'esim'],
  ['GET', 'esim/usage'],
  ['GET', 'receipt'],
  ['POST', 'cancel-renewal'],
  ['POST', 'resume-renewal', CHARGE],
  ['POST', 'plan', PLAN],
  ['POST', 'billing'],
  ['POST', 'letters'],
];

/** What customers must get for their own orders: the subscription, and the data with its eSIM. */
const OWN_PLAN = ['receipt', 'cancel-renewal', 'billing', 'letters'];
const OWN_DATA = ['esim', 'esim/usage', 'receipt', 'letters'];

/**
 * One customer makes every call about an order; a stranger must get the same answers as for an order that does not
 * exist.
 */
async function tries({ visitor }, { number }) {
  const answers = [];
  for (const [method, part, body] of CALLS) {
    const { status, text } = await visitor.call(method, `/api/account/orders/${number}/${part}`, body);
    answers.push(`${status} ${text.replace(/req_\w+/, '')}`);
  }
  return answers;
}

/** How many of these parts were answered with 200. */
const good = (answers, parts) =>
  parts.filter((part) => answers[CALLS.findIndex(([, one]) => one === part)].startsWith('200 ')).length;

async function attackAll(all) {
  let [asked, got] = [0, 0];
  const [nothing] = all;
  const none = await tries(nothing, { number: '0000-0000' });
  for (const one of all) {
    const foreign = all.filter((other) => other !== one).flatMap(({ orders }) => orders);
    for (const order of foreign) {
      const answers = await tries(one, order);
      asked += answers.length;
      const different = answers.filter((answer, index) => answer !== none[index]);
      // The answer shows the severity: an eSIM, or only a busy database.
      for (const answer of different) console.log(`    ${one.email} about ${order.number}: ${answer}`);
      got += different.length;
    }
    const shown = (await one.visitor.call('GET', '/api/account/data')).text + JSON.stringify(await account(one));
    asked += 2;
    got += foreign.filter(({ number }) => shown.includes(number)).length;
  }
  return { asked, got };
}

export async function attack(report) {
  const env = { ONEFARE_LOG: 'error', ONEFARE_DEMO_PLACES: 'few' };
  const { shop, close } = await openShop({ env });
  try {
    await control(shop, 'esims/account', { making_ms: 0 });
    const all = [];
    for (let number = 0; number < customers; number += 1) all.push(await customer(shop, number));
    for (const one of all) one.orders = await ordersOf(one);
    const { asked, got } = await attackAll(all);
    report(
      `${customers} customers, ${customers * 2} orders, ${asked} tries at what is foreign`,
      `${got} gave something`,
    );
    // For their own orders the calls succeed, which shows that the tries above were real.
    let own = 0;
    for (const one of all) {
      const plan = one.orders.find(({ renewal }) => renewal === 'renews');
      const data = one.orders.find(({ has_esim }) => has_esim);
      if (!plan || !data) throw new Error(`${one.email} has ${JSON.stringify(one.orders)}`);
      own += good(await tries(one, plan), OWN_PLAN) + good(await tries(one, data), OWN_DATA);
    }
    const wanted = (OWN_PLAN.length + OWN_DATA.length) * customers;
    report('their own receipts, eSIMs, usage, billing pages, letters and renewals', `${own} of ${wanted}`);
    return got === 0 && own === wanted;
  } finally {
    await close();
  }
}
