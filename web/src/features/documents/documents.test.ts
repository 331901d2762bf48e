import { createHash } from 'node:crypto';
import { describe, expect, it } from 'vitest';
import esimAbout from '../../i18n/en/esim-about.json';
import esimPrivacy from '../../i18n/en/esim-privacy.json';
import esimTerms from '../../i18n/en/esim-terms.json';
import privacy from '../../i18n/en/privacy.json';
import support from '../../i18n/en/support.json';
import terms from '../../i18n/en/terms.json';
import whatsapp from '../../i18n/en/whatsapp.json';
import { ESIM_ABOUT, ESIM_PRIVACY, ESIM_TERMS, PRIVACY, SUPPORT, TERMS, WHATSAPP } from './documents';

const all = [
  { text: TERMS, catalog: terms },
  { text: PRIVACY, catalog: privacy },
  { text: SUPPORT, catalog: support },
  { text: WHATSAPP, catalog: whatsapp },
  { text: ESIM_ABOUT, catalog: esimAbout },
  { text: ESIM_PRIVACY, catalog: esimPrivacy },
  { text: ESIM_TERMS, catalog: esimTerms },
] as const;

describe.each(all)('the long text $text.prefix', ({ text, catalog }) => {
  const { prefix, sections, wanted, looks = {} } = text;
  const keys = Object.keys(catalog).filter((key) => key.startsWith(`${prefix}.`));

  it('shows every section of its catalog', () => {
    const written = keys.filter((key) => key.endsWith('.1') && key.split('.').length === 3);
    expect(sections.map((section) => `${prefix}.${section}.1`).sort()).toEqual(written.sort());
  });

  it('numbers paragraphs and points without a gap', () => {
    for (const key of keys) {
      const [, before, last] = /^(.*)\.(\d+)$/.exec(key) ?? [];
      if (last === undefined) continue;
      expect(keys, key).toContain(last === '1' ? before : `${before}.${Number(last) - 1}`);
    }
  });

  it('has what its head and its looks speak of', () => {
    expect(sections).toEqual(expect.arrayContaining([...wanted, ...Object.keys(looks)]));
    for (const key of ['title', 'lead', 'date']) expect(keys).toContain(`${prefix}.${key}`);
  });
});

/** The date on which each text's English words last changed, and their digest since then. */
const DATED = [
  { text: TERMS, catalog: terms, date: '27 November 2026', digest: '114b7c0945dc8369' },
  { text: PRIVACY, catalog: privacy, date: '27 November 2026', digest: '31a24f9af782e679' },
  { text: SUPPORT, catalog: support, date: '27 November 2026', digest: 'fee4a12eba574ad6' },
  { text: WHATSAPP, catalog: whatsapp, date: '27 November 2026', digest: '0a6e47b8880120ab' },
] as const;

describe.each(DATED)('the date of $text.prefix', ({ text, catalog, date, digest }) => {
  const words = Object.entries(catalog).filter(([key]) => key !== `${text.prefix}.date`);

  it('is that of its last change: who changes the words sets the date, in five languages, and the digest', () => {
    const found = createHash('sha256').update(JSON.stringify(words)).digest('hex').slice(0, 16);
    expect([new Map<string, string>(Object.entries(catalog)).get(`${text.prefix}.date`), found]).toEqual([
      date,
      digest,
    ]);
  });
});
