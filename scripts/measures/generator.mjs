// The load generator (tests/load): built when one of its inputs has changed, and given one task at a time.
import { execFile } from 'node:child_process';
import { writeFileSync } from 'node:fs';
import { promisify } from 'node:util';
import { at, cargoTarget, loadBinary, logFile } from '../lib/paths.mjs';
import { mustRun } from '../lib/run.mjs';
import { unlessFresh } from '../lib/stamp.mjs';

/** All default members' features of shared crates, so that what the server compiled is reused. */
export async function buildGenerator() {
  const args = ['build', '--locked', '--bin', 'onefare-load'];
  const inputs = [at('Cargo.toml'), at('Cargo.lock'), at('rust-toolchain.toml'), at('tests', 'load')];
  const plan = { inputs, outputs: [loadBinary], words: [...args, cargoTarget] };
  const build = () => mustRun('Building the load generator', 'cargo', args, { log: 'load-generator' });
  await unlessFresh('load-generator', plan, build);
}

/** Runs one of its commands and returns its output. */
async function generator(...args) {
  const { stdout } = await promisify(execFile)(loadBinary, args, { maxBuffer: 1 << 28 });
  return stdout.trim();
}

/**
 * A figure of several rounds.
 * @typedef {{ median: number, least: number, most: number }} Spread
 *
 * The result of one target. `good` answers came in the counted time, `right` ones in all; `p50` and `p99` are
 * microseconds; `share` is computing time as a share of one core, `cost` in microseconds per answer, `cost_to_base` the
 * base's cost divided by it, all three by process and only where the system reports it.
 * @typedef {object} Result
 * @property {string} name
 * @property {number} good
 * @property {number} right
 * @property {number} wrong
 * @property {string | null} first_wrong
 * @property {Spread} rate
 * @property {number} p50
 * @property {number} p99
 * @property {Spread | null} to_base
 * @property {Record<string, Spread>} share
 * @property {Record<string, Spread>} cost
 * @property {Record<string, Spread>} cost_to_base
 */

/** Connections of every measurement. */
export const connections = 32;

/** Measures a plan (tests/load/plan.rs) and returns the results by name. */
export async function measure(plan) {
  const file = logFile('load-plan').replace(/log$/, 'json');
  writeFileSync(file, JSON.stringify({ connections, ...plan }));
  /** @type {Result[]} */
  const results = JSON.parse(await generator('measure', file));
  return Object.fromEntries(results.map((result) => [result.name, result]));
}

/**
 * Adds orders to a database that no SQLite shop has open; returns `asked` of them in the form that purchases.mjs gives.
 */
export const seed = async (url, { orders, asked }) =>
  JSON.parse(await generator('seed', url, '--orders', `${orders}`, '--asked', `${asked}`));

export const createDatabase = (server, name) => generator('create-database', server, name);
export const dropDatabase = (server, name) => generator('drop-database', server, name);
export const postgresSettings = async (server) => JSON.parse(await generator('settings', server));
export const storedPages = async (url) => Number(await generator('pages', url));

/** Milliseconds until the disk under a folder has durably written one page. */
export const flushTime = async (folder) => Number(await generator('flush-time', folder));
