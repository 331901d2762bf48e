// Which pages there are, at which address in which language: the program's own list.
import { execFile } from 'node:child_process';
import { promisify } from 'node:util';
import { root, serverBinary } from './places.mjs';

const run = promisify(execFile);

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
export async function listedPages(shop, binary = process.env.ONEFARE_BINARY ?? serverBinary()) {
  const { stdout } = await run(binary, ['pages'], { cwd: root, env: { ...process.env, ...shop.env } });
  return JSON.parse(stdout);
}

/** A page's address in a language; undefined where its area does not offer it. */
export const addressIn = ({ languages }, language) => languages.find((one) => one.language === language)?.href;
