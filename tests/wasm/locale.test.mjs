// A third opinion on texts: the Unicode locale data that Node carries. Its Arabic is asked for Western figures, and
// compared without the direction marks, for which ours have an isolate.
import assert from 'node:assert/strict';
import test from 'node:test';
import { bundle_fold } from '../oracle/bundle.mjs';
import { proofRules } from './proof-package.mjs';

const rules = await proofRules();
const DIGITS = { USD: 2, EUR: 2, AED: 2, SAR: 2, QAR: 2, OMR: 3, KWD: 3, JPY: 0 };
const LOCALES = { en: 'en-US', nl: 'nl-NL', de: 'de-DE', fr: 'fr-FR', ar: 'ar-AE-u-nu-latn' };
const unmarked = (text) => text.replace(/[\u061c\u200e\u200f\u2066-\u2069]/gu, '');
const spaced = (text) => unmarked(text).replace(/\s/gu, ' ');

for (const [language, locale] of Object.entries(LOCALES)) {
  test(`running prices are those of CLDR: ${language}`, () => {
    for (const [currency, digits] of Object.entries(DIGITS)) {
      const format = new Intl.NumberFormat(locale, { style: 'currency', currency, minimumFractionDigits: digits });
      for (const minor of [0, 1, 99, 100, 3999, 99999, 100000, 123456789, -1, -3999, -123456789]) {
        const wanted = unmarked(format.format(minor / 10 ** digits));
        assert.equal(unmarked(rules.price_text(minor, currency, language)), wanted, `${minor} ${currency}`);
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

const letters = [...'ABCDEFGHIJKLMNOPQRSTUVWXYZ'];
// Codes of countries that are no more lead to those of today.
const codes = letters
  .flatMap((first) => letters.map((second) => first + second))
  .filter((code) => Intl.getCanonicalLocales(`und-${code}`)[0] === `und-${code}`);
const regions = Object.fromEntries(
  Object.entries(LOCALES).map(([language, locale]) => {
    const names = new Intl.DisplayNames(locale, { type: 'region', fallback: 'none' });
    return [language, codes.map((code) => [code, names.of(code)]).filter(([, name]) => name)];
  }),
);

test('country names sort as CLDR sorts them, and fold as Unicode folds them', () => {
  for (const [language, named] of Object.entries(regions)) {
    assert.ok(named.length > 250, `${named.length} names in ${language}`);
    const bundles = named.map(([code, name], at) => ({ id: at + 1, code, names: { en: name }, refills: [] }));
    for (const order of Object.keys(LOCALES)) {
      const { compare } = new Intl.Collator(order);
      const wanted = bundles.toSorted((a, b) => compare(a.names.en, b.names.en) || a.id - b.id).map(({ id }) => id);
      assert.deepEqual([...rules.bundle_sorted(bundles, 'name', order, 'USD')], wanted, `${language} by ${order}`);
    }
    for (const [, name] of named) assert.equal(rules.bundle_fold(name), bundle_fold(name));
  }
});

test('popular destinations are found under their CLDR names, among all countries', () => {
  const destinations = { usa: 'US', uk: 'GB', france: 'FR', germany: 'DE', japan: 'JP' };
  for (const [language, named] of Object.entries(regions)) {
    const bundles = named.map(([code, name], at) => ({ id: at + 1, code, names: { [language]: name }, refills: [] }));
    for (const [destination, code] of Object.entries(destinations)) {
      const id = rules.bundle_popular(bundles, destination, language);
      assert.equal(bundles[id - 1]?.code, code, `${destination} in ${language}`);
    }
  }
});

test('amounts of data and days are those of CLDR', () => {
  for (const [language, locale] of Object.entries(LOCALES)) {
    // The Arabic abbreviations are known to nobody: there the unit is written out.
    const unitDisplay = language === 'ar' ? 'long' : 'short';
    const text = (unit, figure, display = unitDisplay) =>
      spaced(new Intl.NumberFormat(locale, { style: 'unit', unit, unitDisplay: display }).format(figure));
    for (const tenths of [10, 15, 25, 30, 100, 205, 1000, 10000, 12345]) {
      const [amount, figure] = [tenths % 10 ? tenths * 100 : tenths * 102.4, tenths / 10];
      assert.equal(spaced(rules.bundle_data_text(amount, language)), text('gigabyte', figure), `${amount} MB`);
    }
    for (const figure of [1, 2, 11, 500, 999, 1023, 12345]) {
      assert.equal(spaced(rules.bundle_data_text(figure, language)), text('megabyte', figure));
    }
    for (let days = 0; days < 1200; days += 1) {
      assert.equal(spaced(rules.bundle_days_text(days, language)), text('day', days, 'long'));
    }
  }
});
