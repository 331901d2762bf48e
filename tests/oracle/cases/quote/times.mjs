// When a paid term ends and what follows: leap days, ends of months, the turn of a century.
import { quote_offer } from '../../quote.mjs';
import { deal, month, quarter, refill, shortDeal, year } from './book.mjs';

const at = (text) => Date.parse(text);
export const quotes = {
  month: quote_offer(7, { plan: month }, 'AED', null).value,
  quarter: quote_offer(7, { plan: quarter }, 'AED', null).value,
  year: quote_offer(7, { plan: year }, 'AED', null).value,
  trial: quote_offer(7, { trial: year }, 'OMR', null).value,
  deal: quote_offer(7, { deal: deal() }, 'EUR', null).value,
  prepaid: quote_offer(7, { prepaid: deal() }, 'EUR', null).value,
  longest: quote_offer(7, { deal: deal({ free_months: 11 }) }, 'EUR', null).value,
  short: quote_offer(7, { deal: shortDeal }, 'EUR', null).value,
  refill: quote_offer(7, refill(1299), 'USD', null).value,
};

const starts = [
  ['an ordinary day', '2026-11-20T12:00:00Z'],
  ['the last millisecond of a year', '2026-12-31T23:59:59.999Z'],
  ['31 January before a leap day', '2028-01-31T00:00:00Z'],
  ['31 January of a common year', '2027-01-31T23:00:00Z'],
  ['a leap day', '2028-02-29T12:00:00Z'],
  ['a week before a leap day', '2028-02-22T00:00:00Z'],
  ['a week before the March of a common year', '2027-02-22T00:00:00Z'],
  ['31 October, sixteen months before the end of a February', '2026-10-31T08:30:00Z'],
  ['30 October, sixteen months before a leap day', '2026-10-30T08:30:00Z'],
  ['31 August', '2026-08-31T00:00:00.001Z'],
  ['the February of 2100, no leap year', '2099-10-31T00:00:00Z'],
  ['the leap day before 2100', '2096-02-29T00:00:00Z'],
  ['before 1970', '1969-12-31T23:59:59.999Z'],
];

/** When a page was made and when it was paid. */
const pages = [
  ['a leap day, paid at once', '2028-02-29T12:00:00Z', '2028-02-29T12:00:00Z'],
  ['a leap day, paid the next morning', '2028-02-29T12:00:00Z', '2028-03-01T09:00:00Z'],
  ['an ordinary day', '2026-11-20T12:00:00Z', '2026-11-20T13:00:00Z'],
  ['the last of January, paid on the first of February', '2027-01-31T20:00:00Z', '2027-02-01T02:00:00Z'],
  ['31 October, before the end of a February', '2026-10-31T12:00:00Z', '2026-10-31T12:00:00Z'],
];

export const times = Object.entries(quotes).flatMap(([kind, quote]) => [
  ...starts.flatMap(([name, start]) => [
    [`${kind}, first term from ${name}`, 'quote_first_term_end', quote, at(start)],
    [`${kind}, renewal after ${name}`, 'quote_renewal', quote, at(start)],
  ]),
  ...pages.map(([name, offered, paid]) => [
    `${kind}, paid until, from ${name}`,
    'quote_paid_until',
    quote,
    at(offered),
    at(paid),
  ]),
]);
