// Bundles and plans, briefly.
export const LANGUAGES = ['en', 'nl', 'de', 'fr', 'ar'];

export const refill = (title, amount_mb, amount_days, price_usd, price_eur = price_usd) => ({
  title,
  amount_mb,
  amount_days,
  price_usd,
  price_eur,
});
export const bundle = (id, code, names, ...refills) => ({ id, code, names, refills });
