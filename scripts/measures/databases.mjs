// The databases to measure on, each only where it keeps what it has promised: a disk, and no shortcut on the way to it.
import { existsSync, mkdirSync, mkdtempSync, rmSync, statfsSync } from 'node:fs';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { at } from '../steps/places.mjs';
import { createDatabase, dropDatabase, postgresSettings } from './generator.mjs';

/** File systems that live in memory (Linux's tmpfs and ramfs): nothing there survives a power cut. */
const inMemory = (folder) => [0x01021994, 0x858458f6].includes(statfsSync(folder).type);

/** Not in the system's folder for temporary files, which often lies in memory. */
export function benchFolder() {
  mkdirSync(at('target', 'bench'), { recursive: true });
  return mkdtempSync(at('target', 'bench', 'run-'));
}

/**
 * A kind of database. `create` makes an empty one; `process` is the server's own process, where it is known;
 * `unsafe` says why its commits do not last.
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

/** The server that somebody named, or a throw-away cluster that flushes as a real one does. */
async function postgresAddress() {
  const step = at('scripts', 'steps', 'postgres.mjs');
  if (!existsSync(step)) return { url: process.env.ONEFARE_TEST_POSTGRES, stop: async () => {} };
  const { postgres, stopPostgres } = await import(pathToFileURL(step));
  return { url: (await postgres({ durable: true })).url, stop: stopPostgres };
}

/** @returns {Promise<Database>} */
async function postgres(url) {
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

/** Every database at hand; `missing` says in a sentence what is not. */
export async function openDatabases() {
  const folder = benchFolder();
  const away = () => rmSync(folder, { recursive: true, force: true });
  process.once('exit', away);
  let stop = async () => {};
  const close = async () => {
    await stop();
    away();
    process.off('exit', away);
  };
  try {
    const all = [sqlite(folder)];
    const server = await postgresAddress();
    stop = server.stop;
    const missing = 'PostgreSQL is not measured: none is there. ONEFARE_TEST_POSTGRES can name one.';
    if (!server.url) return { all, folder, missing, close };
    return { all: [...all, await postgres(server.url)], folder, missing: undefined, close };
  } catch (error) {
    await close();
    throw error;
  }
}
