// The plans and codes of the cases.

const amounts = (usd, eur, aed, omr) => [
  { currency: 'USD', amount: usd[0], before: usd[1] },
  { currency: 'EUR', amount: eur[0], before: eur[1] },
  { currency: 'AED', amount: aed[0], before: aed[1] },
  { currency: 'SAR', amount: aed[0], before: aed[1] },
  { currency: 'QAR', amount: aed[0] },
  { currency: 'OMR', amount: omr[0], before: omr[1] },
];
const plan = (months, priority, highlight, ...prices) => ({
  product_id: `vpn-${months}`,
  months,
  priority,
  highlight,
  prices: amounts(...prices),
});

export const year = plan(
  12,
  1,
  { en: 'Most popular', ar: 'الأكثر شعبية' },
  [3999, 11988],
  [3999, 11999],
  [14999, 47988],
  [15600, 46100],
);
export const quarter = plan(3, 2, {}, [1499, 2457], [1499, 2500], [5999, 9835], [6240, 10230]);
export const omani = (price) => plan(3, 2, {}, [1499, 2457], [1499, 2500], [5999, 9835], [price, 10230]);
export const month = plan(1, 3, {}, [999], [999], [3999], [4160]);
export const book = { default_currency: 'AED', plans: [month, quarter, year] };
export const odd = {
  product_id: 'odd',
  months: 7,
  priority: 9,
  prices: [
    { currency: 'USD', amount: 1, before: 3 },
    { currency: 'EUR', amount: 99999999, before: 9007199254740991 },
    { currency: 'OMR', amount: 10, before: 11 },
  ],
};

export const percentOff = (points, more) => ({ code: 'SPRING', effect: { percent: points }, term: 'once', ...more });
export const fixedOff = (fixed, more) => ({ code: 'Ten-Off', effect: { fixed }, term: 'every', ...more });
export const usd = (minor) => [{ currency: 'USD', minor }];

/** A plan of the deal page: by default the year with four free months. */
export const deal = (more) => ({
  package: 12,
  free_months: 4,
  esim_mb: 5120,
  price_eur: 3999,
  before_eur: 15588,
  popular: true,
  ...more,
});
export const shortDeal = { package: 1, esim_mb: 1024, price_eur: 999, before_eur: 1299 };
export const refill = (price, currency = 'USD') => ({ refill: { product_id: '34-10240-30', price, currency } });
export const largest = 9007199254740991;
