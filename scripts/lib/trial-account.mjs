// A customer of a trial shop with an order of each kind, bought through the shop's own calls, and the sign-in of a
// browser as that customer.
import { control, send, until } from './hostile-buyer.mjs';

const lastSegment = (address) => new URL(address).pathname.split('/').at(-1);

/** Places an order from a fresh browser that has bought nothing else, and returns the id of its hosted page. */
async function order(shop, path, data) {
  const answer = await send(`${shop.url}${path}`, data);
  if (!answer.ok) throw new Error(`${path}: ${answer.status} ${await answer.text()}`);
  const body = await answer.json();
  return lastSegment((body.data ?? body).checkout_url);
}

const byCard = async (shop, path, data) => control(shop, `sessions/${await order(shop, path, data)}/pay`);

const plan = (email, language) => ({ email, selectedPackage: 'vpn-12m', currency: 'AED', language, return_to: '/buy' });

/** How each kind of order is bought. */
const KINDS = {
  card: (shop, { email, language }) =>
    byCard(shop, '/api/subscription/get_checkout_link', { ...plan(email, language), expected_amount: 15_000 }),

  trial: (shop, { email, language }) =>
    byCard(shop, '/api/subscription/get_checkout_link', {
      ...plan(email, language),
      code: 'trial',
      expected_amount: 0,
      expected_renewal: 15_000,
      accepted_trial_terms: '1',
    }),

  deal: async (shop, { email, language }) => {
    const deal = { package: 12, selectedPackage: 12, email, language };
    await control(shop, `payments/${await order(shop, '/api/mollie/create-payment', deal)}/paid`);
  },

  esim: async (shop, { email, language }) => {
    const bundle = await (await fetch(`${shop.url}/api/esim/bundle/1`)).json();
    const [refill] = bundle.data.refills;
    await byCard(shop, '/api/esim/stripe/create-payment', {
      email,
      bundle_id: 1,
      payment_method: 'card',
      structured_data: refill.structured_data,
      currency: 'USD',
      expected_amount: refill.price_usd,
      language,
    });
  },
};

/**
 * Buys one order of each kind.
 * @param {import('./trial-shop.mjs').Shop} shop
 * @param {{ email: string, language: string, kinds?: ('card' | 'trial' | 'deal' | 'esim')[] }} customer
 */
export async function buyEach(shop, { email, language, kinds = ['esim', 'card', 'trial', 'deal'] }) {
  for (const kind of kinds) await KINDS[kind](shop, { email, language });
}

async function post(request, path, data) {
  const answer = await request.post(path, { data });
  if (!answer.ok()) throw new Error(`${path}: ${answer.status()} ${await answer.text()}`);
  return answer.json();
}

async function codesTo(shop, email) {
  const { letters } = await (await fetch(`${shop.mailbox}.json?to=${encodeURIComponent(email)}`)).json();
  const lines = letters.flatMap(({ text }) => text.split('\n').map((line) => line.trim()));
  return lines.filter((line) => /^\d{4}$/.test(line));
}

/**
 * Signs in the browser of `request`: asks for a letter and types the code from it.
 * @param {import('@playwright/test').APIRequestContext} request
 * @param {import('./trial-shop.mjs').Shop} shop
 * @param {string} email
 */
export async function signIn(request, shop, email) {
  const before = (await codesTo(shop, email)).length;
  await post(request, '/panel/verify-otp', { email });
  await until(async () => (await codesTo(shop, email)).length > before, 20_000);
  const [otp] = await codesTo(shop, email);
  const { success } = await post(request, '/panel/manage-subscription', { email, otp });
  if (!success) throw new Error(`${email} could not sign in`);
}

/**
 * Waits until the signed-in customer has `count` orders, all of them delivered.
 * @param {import('@playwright/test').APIRequestContext} request
 * @param {number} count
 */
export async function delivered(request, count) {
  const look = async () => {
    const { orders = [] } = await (await request.get('/api/account')).json();
    const ready = orders.filter(
      ({ state, is_subscription, has_esim }) => state === 'active' && (is_subscription || has_esim),
    );
    return ready.length === count;
  };
  if ((await until(look, 30_000)) === Number.POSITIVE_INFINITY)
    throw new Error(`not ${count} delivered orders in time`);
}
