// Builds bundles and plans concisely.
export const LANGUAGES = ['en', 'nl', 'de', 'fr', 'ar'];

export const refill = (title, amount_mb, amount_days, price_usd, price_eur = price_usd) => ({
  title,
  amount_mb,
  amount_days,
  price_usd,
  price_eur,
  package: `ES_${amount_mb}_${amount_days}`,
});
export const bundle = (id, code, names, ...refills) => ({ id, code, names, refills });
