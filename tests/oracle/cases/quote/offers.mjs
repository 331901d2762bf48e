// Trials, deals, prepaid plans and eSIM refills, with codes that apply to them and codes that do not.
import { quote_offer } from '../../quote.mjs';
import { deal, fixedOff, largest, month, odd, percentOff, quarter, refill, shortDeal, usd, year } from './book.mjs';

const eur = (minor) => [{ currency: 'EUR', minor }];

const every = { term: 'every' };
const esim = { scope: 'refills' };
const both = { scope: 'both' };
const yearly = { billing_cycles: ['yearly'] };

const trials = [
  ['trial: nothing today, then the price', { trial: year }, 'AED', null],
  ['trial: its own name as a code, which takes nothing off', { trial: year }, 'AED', percentOff(0, every)],
  ['trial: a code for every term lowers what comes then', { trial: year }, 'USD', percentOff(1250, every)],
  ['trial: a code for the first term says nothing about it', { trial: year }, 'USD', percentOff(1250)],
  ['trial: an amount off every term', { trial: year }, 'USD', fixedOff(usd(1001))],
  ['trial: the charge step is gone to before the trial', { trial: year }, 'OMR', percentOff(3333, every)],
  ['trial: free for ever', { trial: year }, 'USD', percentOff(10000, every)],
  ['trial: only yearly plans, not monthly', { trial: month }, 'AED', null],
  ['trial: not quarterly', { trial: quarter }, 'AED', null],
  ['trial: what is neither monthly nor quarterly counts as yearly', { trial: { ...year, months: 24 } }, 'AED', null],
  ['trial: a plan that cannot be tried is told before its price', { trial: month }, 'KWD', null],
  ['trial: no price in this currency', { trial: year }, 'KWD', null],
  ['trial: a code for yearly plans', { trial: year }, 'AED', percentOff(2000, { ...every, ...yearly })],
  [
    'trial: a code for monthly plans',
    { trial: year },
    'AED',
    percentOff(2000, { ...every, billing_cycles: ['monthly'] }),
  ],
];

const deals = [
  ['deal: 12 months and 4, then 12 for the same', { deal: deal() }, 'EUR', null],
  ['deal: one month, none free', { deal: shortDeal }, 'EUR', null],
  ['deal: three months', { deal: { ...shortDeal, package: 3, price_eur: 1499, before_eur: 3897 } }, 'EUR', null],
  ['deal: a code for the first term leaves the renewal', { deal: deal() }, 'EUR', percentOff(1250)],
  ['deal: a code for every term', { deal: deal() }, 'EUR', percentOff(1250, every)],
  ['deal: half a cent goes up', { deal: deal({ price_eur: 4001 }) }, 'EUR', percentOff(5000)],
  ['deal: an amount off', { deal: deal() }, 'EUR', fixedOff(eur(1000))],
  ['deal: an amount above the price', { deal: deal() }, 'EUR', fixedOff(eur(4000))],
  ['deal: an amount in another currency', { deal: deal() }, 'EUR', fixedOff(usd(1000))],
  ['deal: a code for the plan picker', { deal: deal() }, 'EUR', percentOff(1250, { products: ['vpn-12'] })],
  ['deal: a code for this deal', { deal: deal() }, 'EUR', percentOff(1250, { products: ['deal-12m'] })],
  ['deal: a code for yearly plans', { deal: deal() }, 'EUR', percentOff(1250, yearly)],
  ['deal: a monthly one and a code for yearly plans', { deal: shortDeal }, 'EUR', percentOff(1250, yearly)],
  ['deal: a code for refills', { deal: deal() }, 'EUR', percentOff(1250, esim)],
  ['deal: euros only', { deal: deal() }, 'USD', null],
  ['deal: as many free months as can be put off', { deal: deal({ free_months: 11 }) }, 'EUR', null],
  ['deal: for nothing', { deal: deal({ price_eur: 0 }) }, 'EUR', null],
  [
    'deal: the highest price',
    { deal: deal({ price_eur: 99999998, before_eur: 99999999 }) },
    'EUR',
    percentOff(1, every),
  ],
  ['deal: nothing for the first sixteen months', { deal: deal() }, 'EUR', percentOff(10000)],
  ['deal: paid once, nothing renews', { prepaid: deal() }, 'EUR', null],
  ['deal: paid once, a code for every term takes what there is', { prepaid: deal() }, 'EUR', percentOff(777, every)],
  ['deal: paid once, none free', { prepaid: shortDeal }, 'EUR', percentOff(777)],
  ['deal: paid once, a code for yearly plans', { prepaid: deal() }, 'EUR', percentOff(777, yearly)],
  ['deal: paid once, euros only', { prepaid: deal() }, 'AED', null],
];

const refills = [
  ['refill: paid once', refill(1299), 'USD', null],
  ['refill: 15 percent of 12.99, exactly 11.0415', refill(1299), 'USD', percentOff(1500, esim)],
  ['refill: half a cent goes up', refill(1001), 'USD', percentOff(5000, esim)],
  ['refill: just under half a cent', refill(1001), 'USD', percentOff(5001, esim)],
  ['refill: a third', refill(100), 'EUR', percentOff(3333, esim)],
  ['refill: a third in its own currency', refill(100, 'EUR'), 'EUR', percentOff(3333, esim)],
  ['refill: a code for every term is a code', refill(1299), 'USD', percentOff(1500, { ...esim, ...every })],
  ['refill: an amount off', refill(1299), 'USD', fixedOff(usd(300), esim)],
  ['refill: an amount above the price', refill(299), 'USD', fixedOff(usd(300), esim)],
  ['refill: an amount in another currency', refill(1299, 'EUR'), 'EUR', fixedOff(usd(300), esim)],
  ['refill: a code for plans is not for it', refill(1299), 'USD', percentOff(1500)],
  ['refill: a code for both shops', refill(1299), 'USD', percentOff(1500, both)],
  ['refill: a code for both shops and yearly plans', refill(1299), 'USD', percentOff(1500, { ...both, ...yearly })],
  ['refill: a code for this one', refill(1299), 'USD', percentOff(1500, { ...esim, products: ['34-10240-30'] })],
  ['refill: a code for its neighbour', refill(1299), 'USD', percentOff(1500, { ...esim, products: ['34-10240-3'] })],
  ['refill: three decimals without a code go to the step', refill(1234, 'OMR'), 'OMR', null],
  ['refill: three decimals, half a step', refill(1235, 'KWD'), 'KWD', null],
  ['refill: three decimals, one rounding only', refill(6270, 'KWD'), 'KWD', percentOff(1300, esim)],
  ['refill: no decimals', refill(1001, 'JPY'), 'JPY', percentOff(5000, esim)],
  ['refill: the largest price', refill(largest, 'EUR'), 'EUR', percentOff(1, esim)],
  ['refill: the largest price goes to the step below it', refill(largest, 'OMR'), 'OMR', null],
  ['refill: for nothing', refill(0), 'USD', null],
  ['refill: for less than nothing', refill(-1), 'USD', fixedOff(usd(1), esim)],
  ['plan: a code for refills is not for it', { plan: year }, 'USD', percentOff(1500, esim)],
  ['plan: a code for both shops', { plan: year }, 'USD', percentOff(1500, both)],
  [
    'plan: a code for its billing cycle among others',
    { plan: quarter },
    'USD',
    percentOff(1500, { billing_cycles: ['monthly', 'quarterly'] }),
  ],
  ['plan: a code for no billing cycle', { plan: year }, 'USD', percentOff(1500, { billing_cycles: [] })],
  ['plan: seven months count as yearly', { plan: odd }, 'USD', percentOff(1500, yearly)],
];

const all = [...trials, ...deals, ...refills];
const quoted = all.map(([name, offer, currency, code]) => [name, offer, quote_offer(7, offer, currency, code).value]);
const shown = quoted.flatMap(([name, , quote]) =>
  quote ? [[`${name}, shown`, 'quote_plan_price', quote, quote.currency === 'EUR' ? 'nl' : 'en']] : [],
);
const kinds = quoted.flatMap(([name, , quote]) => (quote ? [[`${name}, kind`, 'quote_product', quote]] : []));
const LANGUAGES = ['en', 'nl', 'de', 'fr', 'ar'];
const applied = refills
  .filter(([, offer, currency, code]) => quote_offer(7, offer, currency, code).value)
  .map(([name, offer, currency, code], at) => {
    const language = LANGUAGES[at % LANGUAGES.length];
    return [`${name}, applied`, 'quote_applied_code', 7, offer, currency, code, language];
  });
/** Name, offer, currency, code and quote of each. */
export const quotedOffers = all.map((one) => [...one, quote_offer(7, ...one.slice(1)).value]);

export const offers = [
  ...all.map(([name, offer, currency, code]) => [name, 'quote_offer', 7, offer, currency, code]),
  ...shown,
  ...kinds,
  ...applied,
];
