// The words of the pages, from the files the shop itself reads: journeys in another language press the same buttons.
import { readdirSync, readFileSync } from 'node:fs';

export type Lang = 'en' | 'nl' | 'de' | 'fr' | 'ar';

export interface Words {
  (key: string, slots?: Record<string, string>): string;
  lang: Lang;
  /** The prefix of every path of the VPN pages. */
  prefix: string;
  /** The prefix of the deal's paths; without one they are Dutch. */
  dealPrefix: string;
}

/** One language. */
export function words(lang: Lang): Words {
  const folder = new URL(`../../web/src/i18n/${lang}/`, import.meta.url);
  const read = (file: string) => JSON.parse(readFileSync(new URL(file, folder), 'utf8')) as Record<string, string>;
  const catalog: Record<string, string> = Object.assign({}, ...readdirSync(folder).map(read));
  const say = (key: string, slots: Record<string, string> = {}) => {
    const text = catalog[key];
    if (text === undefined) throw new Error(`no word ${key} in ${lang}`);
    return text.replace(/\{(\w+)\}/g, (_, name: string) => slots[name] ?? '');
  };
  return Object.assign(say, {
    lang,
    prefix: lang === 'en' ? '' : `/${lang}`,
    dealPrefix: lang === 'nl' ? '' : `/${lang}`,
  });
}

/** Text as a person reads it: one kind of space, no direction marks. */
export function plain(text: string): string {
  return text
    .replace(/[\u200e\u200f\u061c\u202a-\u202e\u2066-\u2069]/g, '')
    .replace(/\s+/g, ' ')
    .trim();
}

/** The amount of a price text in the smallest unit, whatever stands around the figure: `12.480 OMR` is 12480. */
export function minor(text: string): number {
  const digits = text.replace(/\D/g, '');
  if (digits === '') throw new Error(`no figure in "${text}"`);
  return Number(digits);
}
