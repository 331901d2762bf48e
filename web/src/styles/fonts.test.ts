import { readdirSync, readFileSync } from 'node:fs';
import { expect, it } from 'vitest';

const css = readFileSync(new URL('fonts.css', import.meta.url), 'utf8');
const catalogs = new URL('../i18n/', import.meta.url);

/** The ranges of the font files that a language's pages preload: each file is named by its script. */
const preloaded = (language: string) =>
  [...css.matchAll(/url\("([^"]+)"\)[^;]*;\s*unicode-range:([^;]+);/g)]
    .filter(([, file]) => !file?.includes('-ext-') && file?.includes(language === 'ar' ? '-arabic-' : '-latin-'))
    .flatMap(([, , ranges]) => ranges?.split(',') ?? [])
    .map((range) => {
      const [from, to] = range.trim().replace('U+', '').split('-');
      return [Number.parseInt(from ?? '', 16), Number.parseInt(to ?? from ?? '', 16)] as const;
    });

/** Marks of direction and other characters that are never drawn come from no font. */
const isDrawn = (character: string) => !/\p{Default_Ignorable_Code_Point}|\p{Cc}/u.test(character);

it.each(readdirSync(catalogs, { withFileTypes: true }).filter((entry) => entry.isDirectory()))(
  'writes $name with the preloaded fonts alone',
  ({ name }) => {
    const folder = new URL(`${name}/`, catalogs);
    const text = readdirSync(folder).map((file) => readFileSync(new URL(file, folder), 'utf8'));
    const characters = [...new Set(text.join(''))].filter(isDrawn);
    const ranges = preloaded(name);
    const missing = characters.filter((one) => {
      const code = one.codePointAt(0) ?? 0;
      return !ranges.some(([from, to]) => from <= code && code <= to);
    });
    expect(ranges.length).toBeGreaterThan(10);
    expect(missing).toEqual([]);
  },
);

it('writes every page in three weights', () => {
  const source = new URL('../', import.meta.url);
  const sheets = readdirSync(source, { recursive: true, encoding: 'utf8' }).filter((file) => file.endsWith('.css'));
  const weights = sheets
    .filter((file) => !file.endsWith('fonts.css'))
    .flatMap((file) => [...readFileSync(new URL(file, source), 'utf8').matchAll(/font-weight:\s*([^;}]+)/g)])
    .map(([, weight]) => weight);
  expect([...new Set(weights)].sort()).toEqual(['400', '600', '650']);
});
