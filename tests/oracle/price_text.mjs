// Prices as text, from the tables of the Unicode locale data (CLDR 48), written independently as patterns.

import { decimalText } from './money.mjs';
import { abs } from './rational.mjs';

const ARABIC = {
  USD: 'US$\u200e',
  EUR: '€',
  AED: 'د.إ.',
  SAR: 'ر.س.',
  QAR: 'ر.ق.',
  OMR: 'ر.ع.',
  KWD: 'د.ك.',
  JPY: 'JP¥\u200e',
};
const SIGNS = {
  en: { USD: '$', EUR: '€', JPY: '¥' },
  nl: { USD: 'US$', EUR: '€', JPY: 'JP¥' },
  de: { USD: '$', EUR: '€', JPY: '¥' },
  fr: { USD: '$US', EUR: '€', JPY: 'JPY' },
  ar: ARABIC,
};
// C the symbol, F the figure, - the sign of a negative amount, _ a no-break space, [ ] a right-to-left isolate, ( ) a
// left-to-right one, which only a negative amount needs.
const RUNNING = { en: '-CF', nl: 'C_-F', de: '-F_C', fr: '-F_C', ar: '[(-F)_C]' };
const SEPARATORS = { en: [',', '.'], ar: [',', '.'], nl: ['.', ','], de: ['.', ','], fr: ['\u202f', ','] };

function figure(minor, currency, language) {
  const [group, mark] = SEPARATORS[language];
  const [whole, fraction] = decimalText(abs(minor), currency).split('.');
  const grouped = whole.replace(/\B(?=(?:\d{3})+$)/gu, group);
  return fraction === undefined ? grouped : `${grouped}${mark}${fraction}`;
}

function fill(pattern, minor, currency, language, symbol) {
  const parts = {
    C: symbol,
    F: figure(BigInt(minor), currency, language),
    '-': minor < 0 ? '-' : '',
    _: '\u00a0',
    '(': minor < 0 ? '\u2066' : '',
    ')': minor < 0 ? '\u2069' : '',
    '[': '\u2067',
    ']': '\u2069',
  };
  return [...pattern].map((sign) => parts[sign]).join('');
}

export function price_text(minor, currency, language) {
  const symbol = SIGNS[language][currency] ?? currency;
  // English separates letters from the figure, but not signs.
  const pattern = language === 'en' && /^[A-Z]/u.test(symbol) ? '-C_F' : RUNNING[language];
  return fill(pattern, minor, currency, language, symbol);
}

export function price_label(minor, currency, language) {
  const sign = { USD: '$', EUR: '€' }[currency];
  const symbol = language === 'ar' ? (ARABIC[currency] ?? currency) : (sign ?? currency);
  const symbol_first = sign !== undefined && (language === 'en' || language === 'nl');
  const pattern = { true: { en: 'C-F', nl: 'C_-F' }, false: { ar: '[(-F)_C]' } }[symbol_first][language] ?? '-F_C';
  const text = fill(pattern, minor, currency, language, symbol);
  return {
    text,
    amount: fill(language === 'ar' ? '(-F)' : '-F', minor, currency, language, symbol),
    symbol,
    symbol_first,
  };
}

export const card_text = (minor, currency, language) => price_label(minor, currency, language).text;

/** A change of an amount: the running form, always with a sign. */
export function changeText(minor, currency, language) {
  if (minor < 0) return price_text(minor, currency, language);
  // A negative amount is written with its sign; the opposite sign goes in the same place.
  return minor === 0 ? zeroChange(currency, language) : price_text(-minor, currency, language).replace('-', '+');
}

/** Zero has no negative form: one minor unit's form shows where the sign stands. */
const zeroChange = (currency, language) => changeText(1, currency, language).replace(/1(?!.*[0-9])/u, '0');
