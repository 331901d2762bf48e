// A third opinion on texts: Node's own Unicode locale data. Its Arabic is requested with Western figures, and compared
// without the direction marks, where ours have an isolate.
import assert from 'node:assert/strict';
import test from 'node:test';
import { bundle_fold } from '../oracle/bundle.mjs';
import { answers, natively } from './natively.mjs';
import { shippedRules } from './package.mjs';

const rules = await shippedRules();
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

test('days are those of CLDR', async () => {
  const locales = { en: 'en-GB', nl: 'nl', de: 'de', fr: 'fr', ar: 'ar-AE-u-nu-latn' };
  for (const [language, locale] of Object.entries(locales)) {
    const format = new Intl.DateTimeFormat(locale, { dateStyle: 'long', timeZone: 'UTC', calendar: 'gregory' });
    const days = Array.from({ length: 731 }, (_, at) => Date.UTC(2027, 0, 1) + at * 86_400_000);
    const found = await answers(
      'date_text',
      days.map((day) => [day, language]),
    );
    for (const [at, day] of days.entries()) {
      const wanted = format.format(day).replace(/^1 (?=\p{L})/u, language === 'fr' ? '1er ' : '1 ');
      assert.equal(found[at], wanted);
    }
  }
});

const letters = [...'ABCDEFGHIJKLMNOPQRSTUVWXYZ'];
// Codes of former countries map to today's.
const codes = letters
  .flatMap((first) => letters.map((second) => first + second))
  .filter((code) => Intl.getCanonicalLocales(`und-${code}`)[0] === `und-${code}`);
const regions = Object.fromEntries(
  Object.entries(LOCALES).map(([language, locale]) => {
    const names = new Intl.DisplayNames(locale, { type: 'region', fallback: 'none' });
    return [language, codes.map((code) => [code, names.of(code)]).filter(([, name]) => name)];
  }),
);

test('country names sort as CLDR sorts them, and fold as Unicode folds them', async () => {
  for (const [language, named] of Object.entries(regions)) {
    assert.ok(named.length > 250, `${named.length} names in ${language}`);
    const bundles = named.map(([code, name], at) => ({ id: at + 1, code, names: { en: name }, refills: [] }));
    for (const order of Object.keys(LOCALES)) {
      const { compare } = new Intl.Collator(order);
      const wanted = bundles.toSorted((a, b) => compare(a.names.en, b.names.en) || a.id - b.id).map(({ id }) => id);
      assert.deepEqual(
        await natively('bundle_sorted', bundles, 'name', order, 'USD'),
        wanted,
        `${language} by ${order}`,
      );
    }
    const names = named.map(([, name]) => name);
    const folded = await answers(
      'bundle_fold',
      names.map((name) => [name]),
    );
    assert.deepEqual(folded, names.map(bundle_fold));
    // The page finds each place by its own name, with its browser's tables.
    for (const [place, name] of names.entries()) assert.ok(rules.bundle_find(names, name).includes(place), name);
  }
});

test('popular destinations are found under their CLDR names, among all countries', async () => {
  const destinations = { usa: 'US', uk: 'GB', france: 'FR', germany: 'DE', japan: 'JP' };
  for (const [language, named] of Object.entries(regions)) {
    const bundles = named.map(([code, name], at) => ({ id: at + 1, code, names: { [language]: name }, refills: [] }));
    for (const [destination, code] of Object.entries(destinations)) {
      const id = await natively('bundle_popular', bundles, destination, language);
      assert.equal(bundles[id - 1]?.code, code, `${destination} in ${language}`);
    }
  }
});

/** CLDR writes the g of mega and giga as the Levant does; the operators of the Gulf, and so the shop, as Egypt does. */
const asInTheGulf = (text) => text.replace('غيغا', 'جيجا').replace('ميغا', 'ميجا');

test('amounts of data and days are those of CLDR', async () => {
  for (const [language, locale] of Object.entries(LOCALES)) {
    // The Arabic abbreviations are hardly known, so there the unit is written out.
    const unitDisplay = language === 'ar' ? 'long' : 'short';
    const text = (unit, figure, display = unitDisplay) =>
      asInTheGulf(spaced(new Intl.NumberFormat(locale, { style: 'unit', unit, unitDisplay: display }).format(figure)));
    const same = async (call, figures, wanted) => {
      const found = await answers(
        call,
        figures.map((figure) => [figure, language]),
      );
      assert.deepEqual(found.map(spaced), wanted);
    };
    const tenths = [10, 15, 25, 30, 100, 205, 1000, 10000, 12345];
    const gigabytes = tenths.map((figure) => (figure % 10 ? figure * 100 : figure * 102.4));
    await same(
      'bundle_data_text',
      gigabytes,
      tenths.map((figure) => text('gigabyte', figure / 10)),
    );
    const megabytes = [1, 2, 11, 500, 999, 1023, 12345];
    await same(
      'bundle_data_text',
      megabytes,
      megabytes.map((figure) => text('megabyte', figure)),
    );
    const days = [...Array(1200).keys()];
    await same(
      'bundle_days_text',
      days,
      days.map((figure) => text('day', figure, 'long')),
    );
  }
});
