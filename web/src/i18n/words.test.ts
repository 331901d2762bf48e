import { readdirSync, readFileSync } from 'node:fs';
import { isValidElement } from 'react';
import { describe, expect, it } from 'vitest';
import { problemText, words } from './words';

const folder = new URL('.', import.meta.url);
const languages = readdirSync(folder, { withFileTypes: true })
  .filter((entry) => entry.isDirectory())
  .map(({ name }) => name);

function catalog(language: string): Record<string, string> {
  return JSON.parse(readFileSync(new URL(`${language}/shop.json`, folder), 'utf8')) as Record<string, string>;
}

const slots = (text: string) => [...text.matchAll(/\{(\w+)\}/g)].map(([, name]) => name).sort();

describe('catalogs', () => {
  const english = catalog('en');

  it('speak English and Arabic', () => {
    expect(languages).toEqual(expect.arrayContaining(['ar', 'en']));
  });

  it.each(languages)('%s has the keys of English, no more and no fewer', (language) => {
    expect(Object.keys(catalog(language)).sort()).toEqual(Object.keys(english).sort());
  });

  it.each(languages)('%s has the slots of English and no empty text', (language) => {
    const texts = catalog(language);
    for (const [key, text] of Object.entries(texts)) {
      expect(slots(text), key).toEqual(slots(english[key] ?? ''));
      expect(text.trim(), key).toBe(text);
      expect(text, key).not.toBe('');
    }
  });

  it('never name the shop: its brand is configuration', () => {
    for (const language of languages) expect(JSON.stringify(catalog(language))).not.toMatch(/northquay/i);
  });

  it('hold the sentences of the specification', () => {
    expect(english).toMatchObject({
      'problem.email_required': 'Email is required',
      'problem.email_invalid': 'Please enter a valid email',
      'problem.fetch_failed': 'Error fetching data',
      'problem.network': 'Network response was not ok',
      'problem.something_wrong': 'Something went wrong. Please try again.',
      'buy.loading': 'Loading your secure connection...',
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
    const real = words({ 'problem.something_wrong': 'Something went wrong.', 'problem.network': 'No network' });
    expect(problemText(real, 'network')).toBe('No network');
    expect(problemText(real, 'toString')).toBe('Something went wrong.');
  });
});
