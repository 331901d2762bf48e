// Which pages there are, and in which languages, as the shop itself says.
import type { Shop } from './shop';

/** Pages that no search engine may list, and one address that is unknown. */
const UNLISTED = ['/panel', '/payment-success', '/payment-failed', '/no-such-page'];

const LANGUAGES = ['en', 'nl', 'de', 'fr', 'ar'] as const;
export type Language = (typeof LANGUAGES)[number];

/** The path of a page in a language; the bare address is English. */
export const inLanguage = (path: string, language: Language) =>
  language === 'en' ? path : `/${language}${path === '/' ? '' : path}`;

/** Paths without a language before them, and the languages that the shop offers them in. */
export async function listedPages(shop: Shop): Promise<{ paths: string[]; languages: Language[] }> {
  const sitemap = await (await fetch(`${shop.url}/sitemap.xml`)).text();
  const listed = [...sitemap.matchAll(/<loc>([^<]+)<\/loc>/g)].map(([, address]) => new URL(address ?? '').pathname);
  const languageOf = (path: string) => LANGUAGES.find((language) => path.split('/')[1] === language);
  const languages = LANGUAGES.filter(
    (language) => language === 'en' || listed.some((path) => languageOf(path) === language),
  );
  return { paths: [...listed.filter((path) => !languageOf(path)), ...UNLISTED], languages };
}
