// Random quotes: ordinary plans and codes, and ones at the edges where rounding decides.
import * as oracle from '../oracle/quote.mjs';
import { dice } from './dice.mjs';

const MAX_PRICE = 99_999_999;
const CURRENCIES = ['USD', 'EUR', 'AED', 'SAR', 'QAR', 'OMR'];
const LANGUAGES = ['en', 'nl', 'de', 'fr', 'ar'];

function* requests(seed, count) {
  const { below, pick, chance } = dice(seed);
  // Half the prices are small, where a half unit matters most.
  const price = () => (chance(50) ? 1 + below(5000) : 1 + below(10 ** (1 + below(8))));

  const amount = (currency) => {
    const step = currency === 'OMR' ? 10 : 1;
    const minor = Math.min(price() * step, MAX_PRICE - (MAX_PRICE % step));
    const before = chance(20) ? Number.MAX_SAFE_INTEGER - below(1000) : minor + 1 + below(minor * 3);
    return { currency, amount: minor, ...(chance(70) ? { before } : {}) };
  };
  const plan = () => {
    const months = chance(70) ? pick([1, 3, 12]) : 1 + below(36);
    const sold = CURRENCIES.filter(() => chance(97));
    return { product_id: `vpn-${months}`, months, priority: below(5), prices: sold.map(amount) };
  };
  const points = () => pick([0, 1, 3333, 5000, 6667, 9999, 10000, below(10001), below(101) * 100]);
  const fixed = () => CURRENCIES.filter(() => chance(80)).map((currency) => ({ currency, minor: price() - 100 }));
  const code = (of) => ({
    code: pick(['SPRING', 'Ten-Off', 'a']),
    effect: chance(65) ? { percent: points() } : { fixed: fixed() },
    term: pick(['once', 'every']),
    ...(chance(30) ? { products: pick([[], ['other'], [of.product_id], ['other', of.product_id]]) } : {}),
  });

  for (let index = 0; index < count; index += 1) {
    const of = plan();
    const with_code = chance(80) ? { code: code(of) } : {};
    yield { number: 1 + below(1000), plan: of, currency: pick(CURRENCIES), language: pick(LANGUAGES), ...with_code };
  }
}

/** The quote, and how a page shows it. */
function answer(side, { number, plan, currency, code, language }) {
  const { value: quote, error } = side.quote_compute(number, plan, currency, code);
  return error ? { error } : { quote, price: side.quote_plan_price(quote, language).value };
}

/** @type {import('./compare.mjs').Rule} */
export const quote = {
  name: 'quote',
  weight: 3,
  requests,
  answer,
  oracle,
  kinds: {
    refused: (_, text) => text.includes('"error"'),
    reduced: (_, text) => text.includes('"code_'),
    stepped: (_, text) => text.includes('"charge_step"'),
    free: (_, text) => text.includes('"due_now":0,'),
    renewing: ({ code }) => code?.term === 'every',
  },
};
