// Shops to measure: each with the sandbox in a process of its own, so that the provider's cost is separate.
import { freePort } from '../lib/ports.mjs';
import { openProcess } from '../lib/trial-process.mjs';
import { openShop, trialSettings } from '../lib/trial-shop.mjs';

const host = (url) => new URL(url).host.replace('localhost', '127.0.0.1');

/** The settings that a sandbox prints for its shops. It may answer before its output arrives here. */
async function printedSettings({ printed }) {
  while (!printed().includes('onefare serve')) await new Promise((next) => setTimeout(next, 5));
  const words = [...printed().matchAll(/\b((?:STRIPE|MOLLIE|ONEFARE_SMTP)_[A-Z_]+)=(\S+)/g)];
  return Object.fromEntries(words.map(([, name, value]) => [name, value]));
}

/**
 * Starts a sandbox for the shop that will have these settings, and returns the settings with which that shop finds it.
 */
async function openSandbox(binary, shop) {
  const settings = await trialSettings();
  const env = {
    ...settings.env,
    ONEFARE_SANDBOX_SMTP_LISTEN: `127.0.0.1:${await freePort()}`,
    ONEFARE_SANDBOX_WEBHOOK_URL: `http://${shop.ONEFARE_LISTEN}/webhooks/stripe`,
    ONEFARE_SANDBOX_MOLLIE_WEBHOOK_URL: `http://${shop.ONEFARE_LISTEN}/webhooks/mollie`,
  };
  try {
    const url = `${env.ONEFARE_SANDBOX_PUBLIC_URL}/sandbox/mailbox.json`;
    const running = await openProcess({ binary, args: ['sandbox'], env, url });
    const close = () => running.close().finally(settings.forget);
    return { url: env.ONEFARE_SANDBOX_PUBLIC_URL, pid: running.pid, env: await printedSettings(running), close };
  } catch (error) {
    await settings.forget();
    throw error;
  }
}

/** Measures the shop's capacity, not its own limit on provider calls. */
const UNHELD = { ONEFARE_STRIPE_CALLS: '10000', ONEFARE_MOLLIE_CALLS: '10000' };

/** A shop on the given database. `server` is the host to call, `processes` those whose computing time is reported. */
export async function openShopApart(binary, database, kind) {
  const front = await freePort();
  const own = { ONEFARE_LISTEN: `127.0.0.1:${front}`, ONEFARE_PUBLIC_URL: `http://localhost:${front}` };
  const sandbox = await openSandbox(binary, own);
  try {
    const env = { ...own, ...sandbox.env, ...UNHELD, DATABASE_URL: database.url };
    const { shop, close } = await openShop({ binary, env });
    const processes = { server: shop.pid, sandbox: sandbox.pid, ...(kind.process && { database: kind.process }) };
    return {
      url: shop.url,
      sandbox: sandbox.url,
      server: host(shop.url),
      pid: shop.pid,
      processes,
      close: () => close().finally(sandbox.close),
    };
  } catch (error) {
    await sandbox.close();
    throw error;
  }
}

/** A server that only says hello. */
export async function openHello(binary) {
  const settings = await trialSettings();
  try {
    const url = settings.env.ONEFARE_PUBLIC_URL;
    const { pid, close } = await openProcess({ binary, args: ['bench-hello'], env: settings.env, url });
    return { server: host(url), processes: { server: pid }, close: () => close().finally(settings.forget) };
  } catch (error) {
    await settings.forget();
    throw error;
  }
}
