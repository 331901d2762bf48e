// What a code leaves of the price of a data plan, as the checkout says it: two prices in, the total, the percentage with
// one decimal and the change out, as text.
import Decimal from 'decimal.js';

const inputs = [
  [1299, 1104],
  [495, 446],
  [1499, 999],
  [9999, 8990],
  [649, 584],
  [300, 100],
].flatMap(([price, due]) => ['USD', 'EUR'].map((currency) => ({ price, due, currency })));

/** Formats that are made once, as a page would keep them. */
const formats = Object.fromEntries(
  ['USD', 'EUR'].map((currency) => [currency, new Intl.NumberFormat('en', { style: 'currency', currency })]),
);

const texts =
  (percent) =>
  ({ price, due, currency }) => ({
    due_now_text: formats[currency].format(due / 100),
    percent_text: percent(price, due),
    discount_text: formats[currency].format((due - price) / 100),
  });

export const discount = {
  name: 'Discount, as the checkout of data asks it',
  notes: ['The texts of the others are those of Intl, from formats that are kept.'],
  inputs,
  contestants: (shipped) => ({
    rules: ({ price, due, currency }) => ({
      due_now_text: shipped.price_text(due, currency, 'en'),
      percent_text: shipped.bundle_percent_off(price, due, currency, 'en'),
      discount_text: shipped.price_text(due - price, currency, 'en'),
    }),
    'decimal.js': texts((price, due) =>
      new Decimal(price - due).times(100).div(price).toFixed(1, Decimal.ROUND_HALF_UP),
    ),
    'plain numbers': texts((price, due) => (Math.round(((price - due) * 1000) / price) / 10).toFixed(1)),
  }),
};
