// What an observer sees who asks for a code and types a wrong one: the same bytes for customers and strangers, except
// the time, the request id and the random value of the cookie.
import { begin, delivered, pay } from '../../lib/hostile-buyer.mjs';
import { openShop } from '../../lib/trial-shop.mjs';
import { Visitor } from '../../lib/visitor.mjs';

export const shows = 'answers are the same for addresses with and without an account';
export const databases = ['sqlite', 'postgres'];

const pairs = Number(process.env.ONEFARE_PAIRS ?? 500);

const customers = 20;

const random = ['date', 'x-request-id'];

function seen({ status, headers, text }) {
  const lines = [...headers].filter(([name]) => !random.includes(name));
  const hidden = lines.map(
    ([name, value]) => `${name}: ${name === 'set-cookie' ? value.replace(/[0-9a-f]{64}/, 'x') : value}`,
  );
  return [status, ...hidden.sort(), text].join('\n');
}

async function session(shop, email) {
  const visitor = new Visitor(shop);
  const asked = await visitor.ask(email);
  const typed = [];
  for (const otp of ['00000', '0000', '0001', '0002', '0003']) {
    typed.push(await visitor.call('POST', '/panel/manage-subscription', { email, otp }));
  }
  return [asked, ...typed].map(seen).join('\n\n');
}

export async function attack(report) {
  const { shop, close } = await openShop({ env: { ONEFARE_LOG: 'error', ONEFARE_DEMO_PLACES: 'few' } });
  try {
    for (let number = 0; number < customers; number += 1) {
      const email = `known${number}@example.com`;
      await pay(shop, await begin(shop, email));
      if ((await delivered(shop, email, 30_000)) > 30_000) throw new Error(`${email} did not become a customer`);
    }
    const different = new Set();
    let differ = 0;
    for (let turn = 0; turn < pairs; turn += 1) {
      const known = await session(shop, `known${turn % customers}@example.com`);
      const unknown = await session(shop, `other${turn % customers}@example.com`);
      if (known !== unknown) {
        differ += 1;
        different.add(`${known}\n  against\n${unknown}`);
      }
    }
    report(`${pairs} pairs of six answers`, `${differ} differ`);
    for (const one of [...different].slice(0, 1)) report('the first difference', one);
    return differ === 0;
  } finally {
    await close();
  }
}
