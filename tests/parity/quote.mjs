// Random quotes: ordinary plans, trials, deals, refills, codes and currencies, and edge cases where rounding decides.
// The server's quote gives a page its facts, from which the WASM recomputes the price.
import { scalars } from '../oracle/cases/quote/figures.mjs';
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
  const deal = () => {
    const price_eur = Math.min(price(), MAX_PRICE - 1);
    const free = chance(60) ? { free_months: below(12) } : {};
    const before_eur = price_eur + 1 + below(MAX_PRICE - price_eur);
    return { package: pick([1, 3, 12]), ...free, esim_mb: 1024, price_eur, before_eur };
  };
  /** A plan or a deal, in any kind of offer; or a refill, whose price need not be on a charge step. */
  const offer = () => {
    const kind = pick(['plan', 'plan', 'plan', 'trial', 'deal', 'prepaid', 'refill']);
    if (kind === 'refill') return { refill: { product_id: '34-10240-30', price: price(), currency: pick(CURRENCIES) } };
    if (kind === 'deal' || kind === 'prepaid') return { [kind]: deal() };
    // Most plans have no trial: make nearly all of these yearly.
    return { [kind]: kind === 'trial' && chance(90) ? { ...plan(), months: 12 } : plan() };
  };
  const points = () => pick([0, 1, 3333, 5000, 6667, 9999, 10000, below(10001), below(101) * 100]);
  const fixed = () => CURRENCIES.filter(() => chance(80)).map((currency) => ({ currency, minor: price() - 100 }));
  const id = (of) => of.product_id ?? `deal-${of.package}m`;
  const code = (of) => ({
    code: pick(['SPRING', 'Ten-Off', 'a']),
    effect: chance(65) ? { percent: points() } : { fixed: fixed() },
    term: pick(['once', 'every']),
    ...(chance(50) ? { scope: pick(['plans', 'refills', 'both']) } : {}),
    ...(chance(15) ? { billing_cycles: pick([[], ['yearly'], ['monthly', 'quarterly']]) } : {}),
    ...(chance(30) ? { products: pick([[], ['other'], [id(of)], ['other', id(of)]]) } : {}),
  });

  for (let index = 0; index < count; index += 1) {
    const of = offer();
    const [[kind, sold]] = Object.entries(of);
    const with_code = chance(80) ? { code: code(sold) } : {};
    // A product with only one currency is mostly requested in that.
    const own = { refill: sold.currency, deal: 'EUR', prepaid: 'EUR' }[kind];
    const currency = own && chance(90) ? own : pick(CURRENCIES);
    yield { number: 1 + below(1000), offer: of, currency, language: pick(LANGUAGES), ...with_code };
  }
}

/** The quote's facts from the oracle, and the price computed from them. The native side makes its own facts. */
function answer(side, { number, offer, currency, code, language }) {
  const { value: quote } = oracle.quote_offer(number, offer, currency, code);
  if (!quote) return { refused: true };
  const facts = oracle.factsOf(number, offer, currency, code);
  const given = scalars(currency, facts, quote.renewal !== undefined);
  const made = side.quote_explained(...given, facts.months ?? 0, language);
  // The figures passed as numbers equal those of the lines.
  const [, , due, later] = side.quote_figures(...given);
  if (due !== made.due_now || later !== (made.renewal ?? -1)) throw new Error(`${given} come to ${due} and ${later}`);
  return { facts, made };
}

/** @type {import('./compare.mjs').Rule} */
export const quote = {
  name: 'quote',
  weight: 3,
  requests,
  answer,
  oracle,
  kinds: {
    refused: (_, text) => text.includes('"refused"'),
    reduced: (_, text) => text.includes('"code_'),
    stepped: (_, text) => text.includes('"charge_step"'),
    free: (_, text) => text.includes('"due_now":0,'),
    renewing: (_, text) => text.includes('"every_term"'),
    tried: (_, text) => text.includes('"trial_days"'),
    extra: (_, text) => text.includes('"extra_months"'),
    ending: (_, text) => text.includes('"made"') && !text.includes('"renewal_text"'),
  },
};
