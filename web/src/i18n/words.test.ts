import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { isValidElement } from 'react';
import { describe, expect, it } from 'vitest';
import { problemText, words } from './words';

const folder = new URL('.', import.meta.url);
const folders = readdirSync(folder, { withFileTypes: true })
  .filter((entry) => entry.isDirectory())
  .map(({ name }) => name);
const texts = (language: string, area: string) => new URL(`${language}/${area}.json`, folder);
/** A language has the pages of an area when its file is there; what the shop refuses with is said in all of them. */
const having = (area: string) => folders.filter((language) => existsSync(texts(language, area)));
const areas = { shop: having('shop'), problems: ['en', 'nl', 'de', 'fr', 'ar'] };
const catalogs = Object.entries(areas).flatMap(([area, languages]) =>
  languages.map((language) => ({ area, language })),
);

function catalog(language: string, area = 'shop'): Record<string, string> {
  return JSON.parse(readFileSync(texts(language, area), 'utf8')) as Record<string, string>;
}

const slots = (text: string) => [...text.matchAll(/\{(\w+)\}/g)].map(([, name]) => name).sort();

describe('catalogs', () => {
  it('speak English and Arabic', () => {
    expect(areas.shop).toEqual(expect.arrayContaining(['ar', 'en']));
  });

  it.each(catalogs)('$language has the keys of English in $area, no more and no fewer', ({ area, language }) => {
    expect(Object.keys(catalog(language, area)).sort()).toEqual(Object.keys(catalog('en', area)).sort());
  });

  it.each(catalogs)('$language has the slots of English in $area and no empty text', ({ area, language }) => {
    const english = catalog('en', area);
    for (const [key, text] of Object.entries(catalog(language, area))) {
      expect(slots(text), key).toEqual(slots(english[key] ?? ''));
      expect(text.trim(), key).toBe(text);
      expect(text, key).not.toBe('');
    }
  });

  it('never name the shop: its brand is configuration', () => {
    for (const { area, language } of catalogs) {
      expect(JSON.stringify(catalog(language, area))).not.toMatch(/northquay/i);
    }
  });

  it.each(areas.shop)('%s refuses on the shop pages with the sentences of the catalogue', (language) => {
    const shop = Object.entries(catalog(language)).filter(([key]) => key.startsWith('problem.'));
    const { 'problem.reference': _, ...shown } = Object.fromEntries(shop);
    expect(Object.keys(shown).length).toBeGreaterThan(5);
    expect(catalog(language, 'problems')).toMatchObject(shown);
  });

  it('hold the sentences of the specification that refuse', () => {
    expect(catalog('en', 'problems')).toMatchObject({
      'problem.fetch_failed': 'Error fetching data',
      'problem.network': 'Network response was not ok',
    });
  });

  it('hold the Dutch sentences of the specification', () => {
    expect(catalog('nl', 'problems')).toMatchObject({
      'problem.email_address_invalid': 'Voer een geldig e-mailadres in',
      'problem.payment_failed': 'Betaling mislukt. Probeer opnieuw.',
    });
  });

  it('hold the sentences of the specification', () => {
    expect(catalog('en')).toMatchObject({
      'problem.email_required': 'Email is required',
      'problem.email_invalid': 'Please enter a valid email',
      'problem.fetch_failed': 'Error fetching data',
      'problem.something_wrong': 'Something went wrong. Please try again.',
      'leave.title': 'Return to website?!',
      'pay.button': 'Buy Now',
      'pay.wait': 'Wait...',
      'result.processing': 'Processing your payment...',
      'result.success': 'Payment Successful!',
      'failed.title': 'Payment Failed',
      'include.title': 'All Plans Include',
    });
  });
});

describe('words', () => {
  const t = words({ 'plan.save': 'Save {percent}%', 'pay.button': 'Buy Now' });

  it('fill slots', () => {
    expect(t('plan.save', { percent: 66 })).toBe('Save 66%');
  });

  it('leave a slot standing that nothing was given for', () => {
    expect(t('plan.save')).toBe('Save {percent}%');
  });

  it('show a key that has no text', () => {
    expect(t('pay.wait')).toBe('pay.wait');
  });

  it('weave elements into a sentence', () => {
    const woven = t.nodes('plan.save', { percent: 66 });
    expect(Array.isArray(woven) && woven.every(isValidElement)).toBe(true);
  });

  it('sets what fills a slot apart in a right-to-left sentence', () => {
    const arabic = words({ 'plan.save': 'وفّر {percent}' }, 'rtl');
    expect(arabic('plan.save', { percent: 'B.V.' })).toBe('وفّر \u2068B.V.\u2069');
  });

  it('tell an unknown problem in general terms', () => {
    const real = words({ 'problem.something_wrong': 'Something went wrong.', 'problem.rate_limited': 'Too often' });
    expect(problemText(real, 'rate_limited')).toBe('Too often');
    expect(problemText(real, 'toString')).toBe('Something went wrong.');
  });
});
