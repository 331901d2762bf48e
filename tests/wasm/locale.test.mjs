// A third opinion on texts: the Unicode locale data that Node carries. Arabic is left out of prices, because ours are
// wrapped in an isolate and use Western figures on purpose.
import assert from 'node:assert/strict';
import test from 'node:test';
import { proofRules } from './proof-package.mjs';

const rules = await proofRules();
const DIGITS = { USD: 2, EUR: 2, AED: 2, SAR: 2, QAR: 2, OMR: 3, KWD: 3, JPY: 0 };
const LOCALES = { en: 'en-US', nl: 'nl-NL', de: 'de-DE', fr: 'fr-FR' };

for (const [language, locale] of Object.entries(LOCALES)) {
  test(`running prices are those of CLDR: ${language}`, () => {
    for (const [currency, digits] of Object.entries(DIGITS)) {
      const format = new Intl.NumberFormat(locale, { style: 'currency', currency, minimumFractionDigits: digits });
      for (const minor of [0, 1, 99, 100, 3999, 99999, 100000, 123456789, -1, -3999, -123456789]) {
        const wanted = format.format(minor / 10 ** digits);
        assert.equal(rules.price_text(minor, currency, language), wanted, `${minor} ${currency}`);
      }
    }
  });
}

test('days are those of CLDR', () => {
  const locales = { en: 'en-GB', nl: 'nl', de: 'de', fr: 'fr', ar: 'ar-AE-u-nu-latn' };
  for (const [language, locale] of Object.entries(locales)) {
    const format = new Intl.DateTimeFormat(locale, { dateStyle: 'long', timeZone: 'UTC', calendar: 'gregory' });
    for (let day = Date.UTC(2027, 0, 1); day < Date.UTC(2029, 0, 1); day += 86_400_000) {
      const wanted = format.format(day).replace(/^1 (?=\p{L})/u, language === 'fr' ? '1er ' : '1 ');
      assert.equal(rules.date_text(day, language), wanted);
    }
  }
});
