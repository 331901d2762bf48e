// Prices of the demo price book in four currencies; one has three digits and is charged in steps of ten.
import { AED, EUR, OMR, USD } from 'dinero.js/currencies';

export const CURRENCIES = ['USD', 'EUR', 'AED', 'OMR'];
/** What dinero.js calls them. */
export const DINERO = { USD, EUR, AED, OMR };
/** The smallest charge in minor units. */
export const STEPS = { USD: 1, EUR: 1, AED: 1, OMR: 10 };

const prices = (amounts, before = []) =>
  CURRENCIES.map((currency, index) => ({
    currency,
    amount: amounts[index],
    ...(before[index] ? { before: before[index] } : {}),
  }));

export const PLANS = [
  { product_id: 'vpn-1m', months: 1, priority: 1, prices: prices([999, 999, 3999, 4190]) },
  {
    product_id: 'vpn-12m',
    months: 12,
    priority: 2,
    prices: prices([3999, 3999, 15000, 15600], [11899, 11899, 44388, 46200]),
  },
  {
    product_id: 'vpn-3m',
    months: 3,
    priority: 3,
    prices: prices([1499, 1499, 5997, 6270], [2479, 2479, 9897, 10350]),
  },
];
