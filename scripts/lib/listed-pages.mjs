// The program's own list of pages, with their addresses in each language.
import { onefare } from './program.mjs';

/**
 * One row of the registry. A `{word}` in its path stands for itself; its addresses hold an example of it.
 * @typedef {object} ListedPage
 * @property {string} name
 * @property {string} path
 * @property {boolean} indexed whether search engines may list it
 * @property {string[]} catalogs
 * @property {{ language: string, href: string }[]} languages
 */

/**
 * Every page of a running shop.
 * @param {{ env: Record<string, string> }} shop
 * @returns {Promise<ListedPage[]>}
 */
export const listedPages = async (shop, binary) => JSON.parse(await onefare(shop, ['pages'], binary));

/** A page's address in a language; undefined where its area does not offer it. */
export const addressIn = ({ languages }, language) => languages.find((one) => one.language === language)?.href;
