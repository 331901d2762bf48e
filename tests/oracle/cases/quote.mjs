// Quotes: codes of both kinds and both terms, plans and currencies outside their scope, half minor units, charge steps,
// free terms, savings at the edge of a whole percent.
import { quote_compute } from '../quote.mjs';
import { book, fixedOff, month, odd, omani, percentOff, quarter, usd, year } from './quote/book.mjs';
import { charges } from './quote/charges.mjs';
import { figures } from './quote/figures.mjs';
import { offers, quotedOffers } from './quote/offers.mjs';
import { times } from './quote/times.mjs';

export const spec =
  'What a plan, trial, deal or eSIM refill costs: list price, code, charge step, renewal and its day, with every ' +
  'step; the total is rounded, never the discount; what a page shows is rounded down where it could overstate. ' +
  'Expectations by tests/oracle/quote.mjs, the days of later charges by hand.';

const quotes = [
  ['no code', year, 'AED', null],
  ['no code, nothing crossed out', month, 'AED', null],
  ['no code, three decimals', quarter, 'OMR', null],
  ['no price in this currency', odd, 'AED', percentOff(1000)],
  ['not a currency of the shop', year, 'JPY', null],
  ['twenty percent, first term', year, 'AED', percentOff(2000)],
  ['twenty percent, every term', year, 'AED', percentOff(2000, { term: 'every' })],
  ['12.5 percent: 49.98 and three quarters', quarter, 'AED', percentOff(1250)],
  ['half a cent goes up', odd, 'USD', percentOff(5000)],
  ['free for the first term', year, 'USD', percentOff(10000)],
  ['free for ever', year, 'USD', percentOff(10000, { term: 'every' })],
  ['a code of nothing is still applied', year, 'USD', percentOff(0)],
  ['a basis point of a cent changes nothing but is applied', odd, 'USD', percentOff(1)],
  ['the charge step rounds up at its half', year, 'OMR', percentOff(3750)],
  ['the charge step rounds down below its half', year, 'OMR', percentOff(3333)],
  ['near the half of a step after the exact percentage', quarter, 'OMR', percentOff(777)],
  // Rounded to a baisa first, each of these would be charged a step more.
  ['one rounding: 5.4549 is nearer to 5.450', omani(6270), 'OMR', percentOff(1300)],
  ['one rounding: 2.9749 is nearer to 2.970', omani(4190), 'OMR', percentOff(2900)],
  ['one rounding: 6.1446 is nearer to 6.140', omani(6270), 'OMR', percentOff(200)],
  ['the charge step may give back the price', odd, 'OMR', percentOff(4999)],
  ['the charge step may make it free', odd, 'OMR', percentOff(5001)],
  ['for another plan', month, 'USD', percentOff(2000, { products: ['vpn-12'] })],
  ['for this plan among others', year, 'USD', percentOff(2000, { products: ['vpn-3', 'vpn-12'] })],
  ['for no plan at all', year, 'USD', percentOff(2000, { products: [] })],
  ['plan ids are compared to the letter', year, 'USD', percentOff(2000, { products: ['VPN-12', 'vpn-12 '] })],
  ['an amount off', year, 'USD', fixedOff(usd(1000))],
  ['an amount off, first term', year, 'USD', fixedOff(usd(1000), { term: 'once' })],
  ['an amount in another currency', year, 'EUR', fixedOff(usd(1000))],
  ['an amount above the price', month, 'USD', fixedOff(usd(1000000))],
  ['an amount below nothing never raises a price', month, 'USD', fixedOff(usd(-500))],
  ['an amount that is the price', month, 'USD', fixedOff(usd(999))],
  ['an amount off the charge step, half', year, 'OMR', fixedOff([{ currency: 'OMR', minor: 1005 }])],
  ['an amount off the charge step, under half', year, 'OMR', fixedOff([{ currency: 'OMR', minor: 1006 }])],
  ['the first amount of a currency counts', year, 'USD', fixedOff([...usd(100), ...usd(900)])],
  ['the largest prices', odd, 'EUR', percentOff(3333)],
];

const compute = quotes.map(([name, of, currency, code]) => [name, 'quote_compute', 7, of, currency, code]);
const shown = quotes.flatMap(([name, of, currency, code]) => {
  const quote = quote_compute(7, of, currency, code).value;
  return quote
    ? ['en', 'ar'].map((language) => [`${name}, shown, ${language}`, 'quote_plan_price', quote, language])
    : [];
});
const packages = [
  ['the book without a code', 'quote_packages', 1, book, null],
  ['the book with a code for every plan', 'quote_packages', 1, book, percentOff(2000, { term: 'every' })],
  ['the book with a code for one plan', 'quote_packages', 1, book, percentOff(5000, { products: ['vpn-3'] })],
  [
    'the book with an amount in one currency: the saving is the smallest',
    'quote_packages',
    1,
    book,
    fixedOff(usd(500)),
  ],
];
const states = [
  ['a code that holds', 'quote_state', 1, book, percentOff(2000), 'applied'],
  ['a code for another shop', 'quote_state', 1, book, percentOff(2000, { products: ['esim'] }), 'applied'],
  ['a code without amounts', 'quote_state', 1, book, fixedOff([]), 'applied'],
  ['a code of another currency', 'quote_state', 1, book, fixedOff([{ currency: 'KWD', minor: 10 }]), 'applied'],
  ['an expired code stays expired', 'quote_state', 1, book, null, 'expired'],
  ['an unknown code stays unknown', 'quote_state', 1, book, null, 'unknown'],
];

const quotedPlans = quotes.map(([name, of, currency, code]) => {
  return [name, { plan: of }, currency, code, quote_compute(7, of, currency, code).value];
});
const again = figures([...quotedPlans, ...quotedOffers]);

export const cases = [...compute, ...shown, ...packages, ...states, ...offers, ...times, ...again];
export const byHand = charges;
