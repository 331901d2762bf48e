// The databases to measure on, each only where its commits are durable: on a disk, with no shortcut on the way to it.
import { existsSync, mkdirSync, mkdtempSync, rmSync, statfsSync } from 'node:fs';
import { join } from 'node:path';
import { at } from '../lib/paths.mjs';
import { postgres, stopPostgres } from '../lib/postgres.mjs';
import { Refusal } from '../lib/refusal.mjs';
import { createDatabase, dropDatabase, postgresSettings } from './generator.mjs';

/** File systems that live in memory (Linux's tmpfs and ramfs): nothing there survives a power cut. */
const inMemory = (folder) => [0x01021994, 0x858458f6].includes(statfsSync(folder).type);

/** Outside the system's temporary folder, which is often in memory. */
export function benchFolder() {
  mkdirSync(at('target', 'bench'), { recursive: true });
  return mkdtempSync(at('target', 'bench', 'run-'));
}

/**
 * A kind of database. `create` makes an empty one; `process` is the server's own process, if known; `unsafe` says why
 * its commits are not durable.
 * @typedef {object} Database
 * @property {string} name
 * @property {string} promise
 * @property {string | undefined} unsafe
 * @property {number | undefined} process
 * @property {(name: string) => Promise<{ url: string, drop: () => Promise<void> }>} create
 */

/** @returns {Database} */
function sqlite(folder) {
  return {
    name: 'SQLite',
    promise: 'synchronous=FULL',
    unsafe: inMemory(folder) ? `${folder} lies in memory` : undefined,
    process: undefined,
    create: async (name) => {
      const file = join(folder, `${name}.sqlite`);
      const drop = async () => {
        for (const ending of ['', '-wal', '-shm']) rmSync(file + ending, { force: true });
      };
      return { url: `sqlite:${file}`, drop };
    },
  };
}

/** @returns {Promise<Database>} */
async function onPostgres(url) {
  const { version, fsync, synchronous_commit, full_page_writes, folder, process } = await postgresSettings(url);
  const loose = Object.entries({ fsync, synchronous_commit, full_page_writes }).find(([, value]) => value === 'off');
  const memory = process && folder && existsSync(folder) && inMemory(folder);
  return {
    name: `PostgreSQL ${version.split(' ')[0]}`,
    promise: `fsync=${fsync}, synchronous_commit=${synchronous_commit}, full_page_writes=${full_page_writes}`,
    unsafe: loose ? `it runs with ${loose[0]}=off` : memory ? `${folder} lies in memory` : undefined,
    process: process ?? undefined,
    create: async (name) => {
      const database = `onefare_bench_${name}_${globalThis.process.pid}`;
      return { url: await createDatabase(url, database), drop: () => dropDatabase(url, database) };
    },
  };
}

/** Every available database; `missing` explains in a sentence each one left out. */
export async function openDatabases() {
  const folder = benchFolder();
  const away = () => rmSync(folder, { recursive: true, force: true });
  process.once('exit', away);
  const close = async () => {
    await stopPostgres();
    away();
    process.off('exit', away);
  };
  const all = [sqlite(folder)];
  try {
    all.push(await onPostgres((await postgres({ durable: true })).url));
    return { all, folder, missing: undefined, close };
  } catch (error) {
    if (error instanceof Refusal) return { all, folder, missing: error.message, close };
    await close();
    throw error;
  }
}
