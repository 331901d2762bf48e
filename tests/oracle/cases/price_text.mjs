// Prices as text: every currency in every language, both forms, and the figures with difficult grouping and signs.
const MAX = Number.MAX_SAFE_INTEGER;
const LANGUAGES = ['en', 'nl', 'de', 'fr', 'ar'];
const CURRENCIES = ['USD', 'EUR', 'AED', 'SAR', 'QAR', 'OMR', 'KWD', 'JPY'];

export const spec =
  'Specification 1, section 9: two decimals, cards put AED and SAR after the amount, USD and EUR before; running text ' +
  'follows CLDR 48 with Western figures. Expectations by tests/oracle/price_text.mjs.';

const every = LANGUAGES.flatMap((language) =>
  CURRENCIES.flatMap((currency) => [
    [`running, ${currency}, ${language}`, 'price_text', 3999, currency, language],
    [`card, ${currency}, ${language}`, 'price_label', 3999, currency, language],
  ]),
);

const figures = [
  [0, 'USD'],
  [5, 'USD'],
  [99, 'AED'],
  [100, 'AED'],
  [99999, 'EUR'],
  [100000, 'EUR'],
  [123456789, 'SAR'],
  [1, 'OMR'],
  [999999, 'OMR'],
  [1000000, 'OMR'],
  [999, 'JPY'],
  [1000, 'JPY'],
  [-1, 'USD'],
  [-123456, 'EUR'],
  [-39990, 'OMR'],
  [MAX, 'USD'],
  [-MAX, 'AED'],
  [MAX, 'JPY'],
].flatMap(([minor, currency]) =>
  LANGUAGES.flatMap((language) => [
    [`running, ${minor} ${currency}, ${language}`, 'price_text', minor, currency, language],
    [`card, ${minor} ${currency}, ${language}`, 'card_text', minor, currency, language],
  ]),
);

export const cases = [...every, ...figures];
