// English left over on a page of another language: texts of the English catalogs, and small words that exist only in
// English and reveal untranslated text from the server.
import { readFileSync } from 'node:fs';
import type { Page } from '@playwright/test';
import type { Lang } from './words';

const CATALOGS = ['account', 'common', 'problems'];

/** English words that do not occur in Dutch, German or French. */
const SMALL_WORDS = /\b(the|your|and|with|from|until|months?|every)\b/i;

function textsOf(language: Lang): string[] {
  const read = (area: string) => {
    const file = new URL(`../../web/src/i18n/${language}/${area}.json`, import.meta.url);
    return Object.values(JSON.parse(readFileSync(file, 'utf8')) as Record<string, string>);
  };
  return CATALOGS.flatMap(read);
}

/** The text between the slots. */
const pieces = (texts: string[]) => texts.flatMap((text) => text.split(/\{\w+\}/)).map((piece) => piece.trim());

const known = new Map<Lang, { sentences: string[]; words: Set<string> }>();

function englishBesides(language: Lang) {
  let found = known.get(language);
  if (!found) {
    const own = textsOf(language).join('\n');
    const english = pieces(textsOf('en')).filter((piece) => /[a-z]{3}/i.test(piece) && !own.includes(piece));
    const isSentence = (piece: string) => piece.includes(' ');
    found = {
      sentences: english.filter(isSentence),
      words: new Set(english.filter((piece) => !isSentence(piece))),
    };
    known.set(language, found);
  }
  return found;
}

/** Everything a person sees or hears on a page, one entry a line. */
const linesOf = (page: Page) =>
  page.evaluate(() => {
    const named = [...document.querySelectorAll('[aria-label], [alt], [placeholder], [title]')].flatMap((one) =>
      ['aria-label', 'alt', 'placeholder', 'title'].map((name) => one.getAttribute(name) ?? ''),
    );
    const dialogs = [...document.querySelectorAll<HTMLElement>('dialog[open]')].map((one) => one.innerText);
    return [document.title, document.body.innerText, ...dialogs, ...named].flatMap((text) => text.split('\n'));
  });

/** The lines of a page that contain English; for a page in English, none. */
export async function leftovers(page: Page, language: Lang): Promise<string[]> {
  if (language === 'en') return [];
  const { sentences, words } = englishBesides(language);
  const lines = (await linesOf(page)).map((line) => line.trim()).filter((line) => line !== '');
  return lines.filter(
    (line) => words.has(line) || SMALL_WORDS.test(line) || sentences.some((sentence) => line.includes(sentence)),
  );
}
