// Figures: the price per day, the discounted price, amounts of data and days.
import { bundle, LANGUAGES, refill } from './build.mjs';

const MAX = Number.MAX_SAFE_INTEGER;

const several = bundle(
  34,
  'ES',
  { en: 'Spain' },
  refill('week', 1024, 7, 1000, 950),
  refill('month', 3072, 30, 4286, 3999),
  refill('fortnight', 2048, 14, 2000, 1900),
);

const lowest = [
  ['no plans', bundle(1, 'C1', { en: 'Oman' }), 'USD'],
  ['the same to the cent: the fraction decides', several, 'USD'],
  ['another plan in euros', several, 'EUR'],
  ['no prices in dirhams', several, 'AED'],
  ['equal fractions: the first', bundle(1, 'C1', {}, refill('a', 1, 14, 2000), refill('b', 1, 7, 1000)), 'USD'],
  ['half a cent goes up', bundle(1, 'C1', {}, refill('half', 1, 2, 285)), 'USD'],
  ['under half a cent a day', bundle(1, 'C1', {}, refill('year', 1, 365, 100)), 'USD'],
  ['exact', bundle(1, 'C1', {}, refill('month', 1, 30, 4290)), 'USD'],
  ['one day', bundle(1, 'C1', {}, refill('day', 1, 1, 143)), 'USD'],
  ['no days cannot be sold', bundle(1, 'C1', {}, refill('none', 1, 0, 100), refill('one', 1, 1, 200)), 'USD'],
  ['no price cannot be sold', bundle(1, 'C1', {}, refill('free', 1, 7, 0), refill('paid', 1, 7, 200)), 'USD'],
  ['nothing that can be sold', bundle(1, 'C1', {}, refill('free', 1, 7, -5)), 'USD'],
  ['the largest of both', bundle(1, 'C1', {}, refill('a', 1, 4294967295, MAX), refill('b', 1, 4294967294, MAX)), 'USD'],
].map(([name, of, currency]) => [`lowest per day: ${name}`, 'bundle_lowest_per_day', of, currency]);

const discounts = [
  ['15 percent of 12.99', 1299, 1104, 'USD'],
  ['rebuilt from 9.9 percent it would be 4.46 too', 495, 446, 'USD'],
  ['rebuilt from 33.4 percent it would be 9.98', 1499, 999, 'USD'],
  ['rebuilt from 10.1 percent it would be 89.89', 9999, 8990, 'USD'],
  ['half a tenth goes up', 2000, 1999, 'USD'],
  ['under half a tenth', 2001, 2000, 'USD'],
  ['over half a tenth', 1999, 1998, 'USD'],
  ['a third', 300, 200, 'EUR'],
  ['two thirds', 300, 100, 'EUR'],
  ['nothing off', 999, 999, 'EUR'],
  ['free', 999, 0, 'EUR'],
  ['all but a cent of much rounds to all', 99999999, 1, 'USD'],
  ['the largest price, one cent off', MAX, MAX - 1, 'USD'],
  ['the largest price, free', MAX, 0, 'USD'],
  ['dearer than before is no discount', 999, 1000, 'USD'],
  ['below zero is no discount', 999, -1, 'USD'],
  ['no price, no discount', 0, 0, 'USD'],
  ['a price below zero is no price', -999, -1000, 'USD'],
].map(([name, price, discounted, currency]) => [name, 'bundle_discount', price, discounted, currency, 'en']);
discounts.push(...LANGUAGES.map((language) => [`12.5 in ${language}`, 'bundle_discount', 1000, 875, 'EUR', language]));

const percents = discounts.map(([name, , ...input]) => [`${name}, percent`, 'bundle_percent_off', ...input]);

const amounts = [
  0, 1, 100, 500, 512, 999, 1000, 1001, 1023, 1024, 1025, 1100, 1228, 1229, 1500, 1536, 2000, 2048, 2500, 2560, 3000,
  3072, 5000, 5120, 10000, 10240, 12800, 25600, 50000, 51200, 64000, 100000, 102400, 128000, 512000, 1000000, 1024000,
  1048576, 3277, 12345, 99999, 4294967295, 4294966784,
];
const dataTexts = [
  ...amounts.map((megabytes) => [`${megabytes} MB`, 'bundle_data_text', megabytes, 'en']),
  ...LANGUAGES.slice(1).flatMap((language) =>
    [500, 1536, 10240, 1234567, 1024000000].map((megabytes) => [
      `${megabytes} MB, ${language}`,
      'bundle_data_text',
      megabytes,
      language,
    ]),
  ),
];
const dayTexts = LANGUAGES.flatMap((language) =>
  [0, 1, 2, 3, 7, 10, 11, 30, 99, 100, 101, 102, 103, 111, 365, 1000, 4294967295].map((days) => [
    `${days} days, ${language}`,
    'bundle_days_text',
    days,
    language,
  ]),
);

const MB = 1048576;
const counts = [
  [0, 0],
  [-1, 0],
  [1, -1],
  [3072 * MB, 0],
  [3072 * MB, 1],
  [3072 * MB, MB],
  [3072 * MB, 1536 * MB],
  [3072 * MB, 3067 * MB],
  [3072 * MB, 3072 * MB - 1],
  [3072 * MB, 3072 * MB],
  [3072 * MB, 5000 * MB],
  [500 * MB, 499 * MB],
  [1000 * MB, 1],
  [1024 * MB, 1024 * MB - MB],
  [51200 * MB, 12345 * MB + 1],
  [102400 * MB, 102300 * MB],
  [1, 0],
  [1, 1],
];
const dataLeft = LANGUAGES.flatMap((language) =>
  counts.map(([total, used]) => [`${used} of ${total} bytes, ${language}`, 'bundle_data_left', total, used, language]),
);

export const cases = [...lowest, ...discounts, ...percents, ...dataTexts, ...dataLeft, ...dayTexts];

const ids = [
  ['1', 1],
  ['34', 34],
  ['4294967295', 4294967295],
  ...[
    '',
    '0',
    '034',
    '+34',
    '-34',
    '34.0',
    ' 34',
    '34 ',
    '4294967296',
    '٣٤',
    '３４',
    '34a',
    '0x22',
    '1e3',
    '34\u0000',
  ].map((text) => [text, null]),
].map(([text, expect]) => [`number ${JSON.stringify(text)}`, 'bundle_parse_id', [text], expect]);

const defaults = [
  ['en', ['10GB', '30 days']],
  ['nl', ['10\u00a0GB', '30\u00a0dagen']],
  ['de', ['10\u00a0GB', '30\u00a0Tage']],
  ['fr', ['10\u202fGo', '30\u00a0jours']],
  ['ar', ['\u206710\u00a0جيجابايت\u2069', '\u206730\u00a0يومًا\u2069']],
].map(([language, expect]) => [`a plan that names neither, ${language}`, 'bundle_default_texts', [language], expect]);

export const byHand = [...ids, ...defaults];
