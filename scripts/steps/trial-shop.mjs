// One real `onefare` process on free ports with a folder of its own, which goes away with it. Journeys, measurements and
// checks use it; nothing of it touches ./data or the usual ports. Its database is an SQLite file in that folder, or with
// ONEFARE_TEST_DATABASE=postgres one of its own on PostgreSQL.
import { spawn } from 'node:child_process';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { root, serverBinary } from './places.mjs';
import { freePort } from './ports.mjs';
import { chosenDatabase, trialDatabase } from './trial-database.mjs';

/**
 * A running shop and the addresses of its parts, none with a slash at the end.
 * @typedef {object} Shop
 * @property {string} url the shop
 * @property {string} sandbox the sandbox providers
 * @property {string} ops health and metrics
 * @property {string} mailbox the page with every letter that was sent
 * @property {string} data its folder
 * @property {number} pid its process
 * @property {number} readyAfter milliseconds from its start to its first good answer
 * @property {Record<string, string>} env the settings it was started with
 * @property {() => string} printed everything it has printed so far
 */

const ended = (child) => child.exitCode !== null || child.signalCode !== null;

async function ready(shop, child, path) {
  const since = performance.now();
  while (performance.now() - since < 30_000 && !ended(child)) {
    const answer = await fetch(`${shop.ops}${path}`).catch(() => undefined);
    if (answer?.ok) return performance.now() - since;
    await new Promise((next) => setTimeout(next, 5));
  }
  throw new Error(`The shop did not become ready; it printed:\n${shop.printed()}`);
}

async function end(child) {
  if (ended(child)) return;
  const gone = new Promise((done) => child.once('exit', done));
  child.kill('SIGTERM');
  const late = setTimeout(() => child.kill('SIGKILL'), 10_000);
  await gone;
  clearTimeout(late);
}

/** Settings of a shop on ports nobody uses, and its addresses. */
export async function trialSettings() {
  const [front, sandbox, ops] = [await freePort(), await freePort(), await freePort()];
  const database = chosenDatabase() === 'postgres' ? await trialDatabase() : undefined;
  const data = await mkdtemp(join(tmpdir(), 'onefare-trial-'));
  const env = {
    ONEFARE_LISTEN: `127.0.0.1:${front}`,
    ONEFARE_PUBLIC_URL: `http://localhost:${front}`,
    ONEFARE_SANDBOX_LISTEN: `127.0.0.1:${sandbox}`,
    ONEFARE_SANDBOX_PUBLIC_URL: `http://localhost:${sandbox}`,
    ONEFARE_OPS_LISTEN: `127.0.0.1:${ops}`,
    ONEFARE_DATA_DIR: data,
    DATABASE_URL: database?.url ?? `sqlite:${join(data, 'onefare.sqlite')}`,
  };
  const forget = async () => {
    await rm(data, { recursive: true, force: true });
    await database?.drop();
  };
  return { env, data, forget };
}

/**
 * Starts a shop and waits until it answers.
 * @param {{ env?: Record<string, string>, binary?: string, path?: string }} [wish] further settings, another binary
 * @returns {Promise<{ shop: Shop, close: () => Promise<void> }>}
 */
export async function openShop({
  env = {},
  binary = process.env.ONEFARE_BINARY ?? serverBinary(),
  path = '/readyz',
} = {}) {
  const settings = await trialSettings();
  let printed = '';
  const all = { ...settings.env, ...env };
  const child = spawn(binary, ['serve'], {
    cwd: root,
    env: { ...process.env, ...all },
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  const shop = {
    url: all.ONEFARE_PUBLIC_URL,
    sandbox: all.ONEFARE_SANDBOX_PUBLIC_URL,
    ops: `http://${all.ONEFARE_OPS_LISTEN}`,
    mailbox: `${all.ONEFARE_PUBLIC_URL}/sandbox/mailbox`,
    data: settings.data,
    pid: child.pid ?? 0,
    readyAfter: 0,
    env: all,
    printed: () => printed,
  };
  const keep = (chunk) => {
    printed += chunk;
  };
  child.stdout.on('data', keep);
  child.stderr.on('data', keep);
  child.once('error', (error) => keep(error.message));
  // A test runner that dies in a hurry must not leave shops behind.
  const last = () => child.kill('SIGKILL');
  process.once('exit', last);
  const close = async () => {
    await end(child);
    process.off('exit', last);
    await settings.forget();
  };
  try {
    shop.readyAfter = await ready(shop, child, path);
  } catch (error) {
    await close();
    throw error;
  }
  return { shop, close };
}
