// Whether the time of an answer reveals who is a customer: the same calls for addresses that bought and for addresses
// that did not, in random order. The area under the ROC curve is how often one takes longer than the other: 0.5 reveals
// nothing.
import { begin, delivered, pause, pay } from '../../lib/hostile-buyer.mjs';
import { openShop } from '../../lib/trial-shop.mjs';

export const shows = 'how long an answer takes does not tell who is a customer';
export const databases = ['sqlite', 'postgres'];

const customers = 40;

/** Answers of each sort: the area's standard error is then 0.016. */
const times = Number(process.env.ONEFARE_TIMINGS ?? 640);

const limits = [0.45, 0.55];

/** Between two calls, so that work after one does not delay the next. */
const rest = 15;

const post = (url, value, cookie) =>
  fetch(url, {
    method: 'POST',
    headers: { 'content-type': 'application/json', ...(cookie ? { cookie } : {}) },
    body: JSON.stringify(value),
  });

const cookieOf = (answer) =>
  answer.headers
    .getSetCookie()
    .map((one) => one.split(';')[0])
    .join('; ');

const ask = (shop, email) => post(`${shop.url}/panel/verify-otp`, { email });

/** Three calls that a stranger can make with an address; each first does the untimed preparation. */
const calls = {
  'a sign-in code is asked for': async (shop, email) => () => ask(shop, email),
  'a wrong sign-in code is typed': async (shop, email) => {
    const cookie = cookieOf(await ask(shop, email));
    await pause(rest);
    return () => post(`${shop.url}/panel/manage-subscription`, { email, otp: '0000' }, cookie);
  },
  'a trial is begun': async (shop, email) => () =>
    post(`${shop.url}/api/subscription/get_checkout_link`, {
      email,
      selectedPackage: 'vpn-12m',
      currency: 'AED',
      code: 'trial',
      expected_amount: 0,
      expected_renewal: 15_000,
      accepted_trial_terms: '1',
    }),
};

async function timed(call) {
  const since = performance.now();
  const answer = await call();
  await answer.arrayBuffer();
  return { took: performance.now() - since, status: answer.status };
}

/** How often a number of `above` exceeds one of `below`; ties count half. */
export function area(above, below) {
  const all = [...above.map((took) => ({ took, sort: 1 })), ...below.map((took) => ({ took, sort: 0 }))];
  all.sort((a, b) => a.took - b.took);
  let ranks = 0;
  for (let index = 0; index < all.length; ) {
    let end = index;
    while (end < all.length && all[end].took === all[index].took) end += 1;
    const rank = (index + 1 + end) / 2;
    for (; index < end; index += 1) if (all[index].sort === 1) ranks += rank;
  }
  return (ranks - (above.length * (above.length + 1)) / 2) / (above.length * below.length);
}

async function compare(shop, prepare) {
  const took = { known: [], unknown: [] };
  const answers = new Set();
  const order = ['known', 'unknown'].flatMap((sort) => Array.from({ length: times }, (_, turn) => ({ sort, turn })));
  const shuffled = order.map((one) => ({ one, at: Math.random() })).sort((a, b) => a.at - b.at);
  for (const { one } of shuffled) {
    const call = await prepare(shop, `${one.sort}${one.turn % customers}@example.com`);
    const { took: milliseconds, status } = await timed(call);
    took[one.sort].push(milliseconds);
    answers.add(status);
    await pause(rest);
  }
  return { area: area(took.known, took.unknown), answers: [...answers] };
}

export async function attack(report) {
  const { shop, close } = await openShop({ env: { ONEFARE_LOG: 'error', ONEFARE_DEMO_PLACES: 'few' } });
  try {
    for (let number = 0; number < customers; number += 1) {
      const email = `known${number}@example.com`;
      await pay(shop, await begin(shop, email));
      if ((await delivered(shop, email, 30_000)) > 30_000) throw new Error(`${email} did not become a customer`);
    }
    let good = true;
    for (const [what, prepare] of Object.entries(calls)) {
      const { area: found, answers } = await compare(shop, prepare);
      report(what, `AUC ${found.toFixed(3)}, limits ${limits.join(' to ')}; answers ${answers.join(', ')}`);
      good &&= found >= limits[0] && found <= limits[1];
    }
    return good;
  } finally {
    await close();
  }
}
