// The program's own list of pages, with their addresses in each language.
import { onefare } from './program';
import type { Shop } from './shop';
import type { Lang } from './words';

/** An address without a page: the not-found page is tested too. */
const UNKNOWN = '/no-such-page';

interface Row {
  path: string;
  languages: { language: Lang; href: string }[];
}

export interface ListedPages {
  paths: string[];
  languages: Lang[];
  /** The local address of a page in a language. */
  address: (path: string, language: Lang) => string;
}

/** Every page of the shop in every language of its area. A `{word}` in a path stands for itself. */
export async function listedPages(shop: Shop): Promise<ListedPages> {
  const rows = JSON.parse(await onefare(shop, 'pages')) as Row[];
  const known = new Map(
    rows.flatMap(({ path, languages }) =>
      languages.map(({ language, href }) => [`${language} ${path}`, href] as const),
    ),
  );
  const languages = [...new Set(rows.flatMap((row) => row.languages.map(({ language }) => language)))];
  const address = (path: string, language: Lang) =>
    known.get(`${language} ${path}`) ?? `${language === 'en' ? '' : `/${language}`}${path}`;
  return { paths: [...rows.map(({ path }) => path), UNKNOWN], languages, address };
}
