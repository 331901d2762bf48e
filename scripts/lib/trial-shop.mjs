// One real `onefare` process on free ports with a folder of its own, which is deleted when it closes. Journeys,
// measurements and checks use it; it touches neither ./data nor the usual ports. Its database is an SQLite file in that
// folder, or, with ONEFARE_TEST_DATABASE=postgres, a PostgreSQL database of its own.
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { serverBinary } from './paths.mjs';
import { freePort } from './ports.mjs';
import { chosenDatabase, trialDatabase } from './trial-database.mjs';
import { openProcess } from './trial-process.mjs';

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

/** Settings of a shop on free ports, and its addresses. */
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
    // All buyers of a test share this machine's address.
    ONEFARE_LIMITS: 'off',
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
  const all = { ...settings.env, ...env };
  const ops = `http://${all.ONEFARE_OPS_LISTEN}`;
  try {
    const { close, ...running } = await openProcess({ binary, args: ['serve'], env: all, url: `${ops}${path}` });
    const shop = {
      url: all.ONEFARE_PUBLIC_URL,
      sandbox: all.ONEFARE_SANDBOX_PUBLIC_URL,
      ops,
      mailbox: `${all.ONEFARE_PUBLIC_URL}/sandbox/mailbox`,
      data: settings.data,
      env: all,
      ...running,
    };
    return { shop, close: () => close().finally(settings.forget) };
  } catch (error) {
    await settings.forget();
    throw error;
  }
}
