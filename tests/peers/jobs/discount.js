// What is left of a price after a percentage: minor units and basis points in, minor units out.
import { decimal, ofDinero } from './arithmetic.js';

const inputs = ['USD', 'EUR', 'AED'].flatMap((currency) =>
  [999, 1499, 3999, 15000, 44388, 99_999_999].flatMap((minor) =>
    [500, 1250, 2000, 3333].map((points) => ({ minor, points, currency })),
  ),
);

const totalWith =
  ({ less, nearest }) =>
  ({ minor, points, currency }) =>
    nearest(less(minor, points, currency), 1, currency);

export const discount = {
  name: 'Discount total',
  notes: ['Plain numbers are exact only while amount x 10 000 stays below 2^53.'],
  inputs,
  contestants: (shipped) => ({
    rules: ({ minor, points, currency }) => shipped.discounted_total(minor, currency, points),
    'decimal.js': totalWith(decimal),
    'dinero.js': totalWith(ofDinero),
    'plain numbers': ({ minor, points }) => Math.round((minor * (10_000 - points)) / 10_000),
  }),
};
