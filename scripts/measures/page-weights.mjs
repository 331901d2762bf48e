// Every page's downloads beside their limits: the heaviest of each kind, and every other one above its limit.
import { addressIn, listedPages } from '../lib/listed-pages.mjs';
import { failure, KiB, kib, note, row, title } from './report.mjs';
import { pageWeights } from './weights.mjs';

const LANGUAGES = ['en', 'ar'];
const isCountries = ({ name }) => name === 'esim-countries';

/** One limit: its kind, its KiB, and the labelled weights of a page that it applies to. */
const BUDGETS = [
  ['HTML', 14, (page) => (isCountries(page) ? [] : [[page.path, page.html]])],
  ['HTML of the countries', 30, (page) => (isCountries(page) ? [[page.path, page.html]] : [])],
  ['CSS', 10, (page) => [[page.path, page.css]]],
  ['entry script and imports', 75, (page) => [['every page', page.entry]]],
  ['script of the page', 12, (page) => [[`${page.name}.tsx`, page.page]]],
  ['catalog, one file', 6, (page) => page.catalogs.map(({ file, weight }) => [file, weight])],
  ['fonts', undefined, (page) => [[page.path, page.fonts]]],
  ['everything, English', 150, (page) => (page.language === 'en' ? [[page.path, page.all]] : [])],
  ['everything, Arabic', 175, (page) => (page.language === 'ar' ? [[page.path, page.all]] : [])],
];

async function weighed(shop) {
  const all = [];
  for (const { name, ...listed } of await listedPages(shop)) {
    for (const language of LANGUAGES) {
      const path = addressIn(listed, language);
      if (!path) {
        failure(`${name} has no address in ${language}`);
        continue;
      }
      all.push({ name, path, language, ...(await pageWeights(shop.url, path, { page: name, language })) });
    }
  }
  return all;
}

function budget(pages, [what, most, weightsOf]) {
  const limit = most === undefined ? undefined : most * KiB;
  // A download that several pages share counts once.
  const weights = [...new Map(pages.flatMap(weightsOf))].toSorted(([, one], [, other]) => other - one);
  if (weights.length === 0) return failure(`nothing was weighed: ${what}`);
  const [[heaviest, weight], ...others] = weights;
  row(what, weight, kib, limit, { more: weights.length > 1 ? `${heaviest}, heaviest of ${weights.length}` : heaviest });
  for (const [label, weight] of others) {
    if (limit !== undefined && weight > limit) row(`  also ${label}`, weight, kib, limit);
  }
}

/** Weighs every row of the registry in both directions, and prints the weights beside their limits. */
export async function allPageWeights(shop) {
  const pages = await weighed(shop);
  title(`Pages: ${pages.length} addresses of \`onefare pages\`, in ${LANGUAGES.join(' and ')} (brotli)`);
  for (const one of BUDGETS) budget(pages, one);
  note('"Everything" is what a browser fetches before the page is usable: all of the above together.');
}
