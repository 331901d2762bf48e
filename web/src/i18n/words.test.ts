import { readdirSync, readFileSync } from 'node:fs';
import { isValidElement } from 'react';
import { describe, expect, it } from 'vitest';
import { problemText, words } from './words';

const folder = new URL('.', import.meta.url);
const folders = readdirSync(folder, { withFileTypes: true })
  .filter((entry) => entry.isDirectory())
  .map(({ name }) => name);
const LANGUAGES = ['en', 'nl', 'de', 'fr', 'ar'];
const areas = readdirSync(new URL('en', folder)).map((file) => file.replace('.json', ''));
const catalogs = areas.flatMap((area) => LANGUAGES.map((language) => ({ area, language })));

function catalog(language: string, area: string): Record<string, string> {
  return JSON.parse(readFileSync(new URL(`${language}/${area}.json`, folder), 'utf8')) as Record<string, string>;
}

/** Every text of a language, from all catalogs. */
function all(language: string): Record<string, string> {
  return Object.assign({}, ...areas.map((area) => catalog(language, area)));
}

const slots = (text: string) => [...text.matchAll(/\{(\w+)\}/g)].map(([, name]) => name).sort();

/** Figures that belong in the price book, or in `brand.toml` with their source. */
const FIGURES = [
  // A percentage or a price.
  /\d\s*[%٪]|[$€£]\s?\d|\d\s?(USD|EUR|AED|SAR|QAR|OMR|[$€]|درهم|دولار|يورو)|(USD|EUR|AED|SAR|QAR|OMR)\s?\d/u,
  // Digits that no catalog uses: the Arabic one writes them as shops in the Gulf do.
  /[٠-٩]/u,
  // Support hours, and durations.
  /24\s?\/\s?7|24\s?h\b/u,
  /\d minu/iu,
  /\b(two|five|ten|twee|vijf|tien|zwei|fünf|zehn|deux|cinq|dix) minu|(?<!صالح لمدة )دقيقتين|(خمس|عشر) دقائق/iu,
];

/** The lifetimes of a code and a link are rules of the core (specification 1, section 9), not claims. */
const RULES = ['login.code.hint', 'login.link.over'];

function statesFigure(text: string): boolean {
  return FIGURES.some((figure) => figure.test(text));
}

/** Every text of a language's letters. */
function letterTexts(language: string): string[] {
  const file = new URL(`../../../server/src/mail/letters/words/${language}.json`, folder);
  const texts = (value: unknown): string[] => {
    if (typeof value === 'string') return [value];
    return typeof value === 'object' && value !== null ? Object.values(value).flatMap(texts) : [];
  };
  return texts(JSON.parse(readFileSync(file, 'utf8')));
}

describe('catalogs', () => {
  it('are there in all five languages', () => {
    expect(folders.sort()).toEqual([...LANGUAGES].sort());
    expect(areas).toEqual(expect.arrayContaining(['account', 'common', 'problems', 'vpn']));
  });

  it('hold each key once', () => {
    const keys = areas.flatMap((area) => Object.keys(catalog('en', area)));
    expect(keys.filter((key, index) => keys.indexOf(key) !== index)).toEqual([]);
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

  it('state no percentage, no price and no claim with a figure of their own', () => {
    const found = catalogs.flatMap(({ area, language }) =>
      Object.entries(catalog(language, area)).filter(([key, text]) => !RULES.includes(key) && statesFigure(text)),
    );
    expect(found).toEqual([]);
    expect(LANGUAGES.flatMap((language) => letterTexts(language).filter(statesFigure))).toEqual([]);
  });

  it.each([
    'Save 66%',
    'Spare 66 %',
    'وفّر ٦٦٪',
    'from $4.99 a month',
    '€ 12,50',
    'for AED 19 or 39 AED',
    '150 درهم',
    '24/7 support',
    '24 h/24',
    'It takes about two minutes.',
    'In 5 Minuten eingerichtet',
    'خمس دقائق تكفي',
  ])('would not take "%s"', (planted) => {
    expect(statesFigure(planted)).toBe(true);
  });

  it.each([
    'Save {percent}%',
    'AES-256 encryption',
    'The code is valid for {count} minutes and works once.',
    'Banks usually show it within 5 to 10 working days.',
    'If it is not there in a few minutes, look in the spam folder.',
  ])('take "%s"', (text) => {
    expect(statesFigure(text)).toBe(false);
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
    expect(all('en')).toMatchObject({
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

  it('hold the sentences of signing in', () => {
    expect(all('en')).toMatchObject({
      'problem.email_address_required': 'Please enter your email address',
      'problem.email_address_invalid': 'Please enter a valid email address',
      'problem.email_not_found': 'Email Not Found.',
      'problem.otp_request_failed': 'Failed to request OTP. Please try again.',
      'problem.otp_send_failed': 'Failed to send OTP',
      'problem.otp_resend_failed': 'Failed to resend OTP',
      'problem.otp_invalid': 'Invalid OTP. Please try again.',
      'problem.otp_verify_failed': 'Failed to verify OTP. Please try again.',
      'problem.sign_in_failed': 'An error occurred. Please try again.',
      'message.otp_sent': 'OTP sent to your email',
      'message.otp_resent': 'OTP resent to your email',
      'message.signed_in': 'Login successful!',
      'login.resend': 'Resend OTP',
      'login.other': 'Use a different email',
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
