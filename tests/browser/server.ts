// One real `onefare` process on free ports with a folder of its own, which goes away with it.
import { type ChildProcess, spawn } from 'node:child_process';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { root, serverBinary } from '../../scripts/steps/places.mjs';
import { freePort } from '../../scripts/steps/ports.mjs';

/** A running shop and the addresses of its parts. */
export interface Shop {
  /** Address of the shop, without a slash at the end. */
  url: string;
  /** Address of the sandbox providers. */
  sandbox: string;
  /** Address of health and metrics. */
  ops: string;
  /** Page with every letter that was sent. */
  mailbox: string;
  /** Folder of its database. */
  data: string;
  /** Everything it has printed so far. */
  printed: () => string;
}

async function ready(shop: Shop, child: ChildProcess) {
  const until = Date.now() + 30_000;
  while (Date.now() < until) {
    if (child.exitCode !== null) break;
    const answer = await fetch(`${shop.ops}/readyz`).catch(() => undefined);
    if (answer?.ok) return;
    await new Promise((next) => setTimeout(next, 40));
  }
  throw new Error(`The shop did not become ready; it printed:\n${shop.printed()}`);
}

async function ended(child: ChildProcess) {
  if (child.exitCode !== null || child.signalCode !== null) return;
  const gone = new Promise((done) => child.once('exit', done));
  child.kill('SIGTERM');
  const late = setTimeout(() => child.kill('SIGKILL'), 10_000);
  await gone;
  clearTimeout(late);
}

/** Starts a shop; `env` are further settings of it. */
export async function openShop(env: Record<string, string> = {}): Promise<{ shop: Shop; close: () => Promise<void> }> {
  const [front, sandbox, ops] = [await freePort(), await freePort(), await freePort()];
  const data = await mkdtemp(join(tmpdir(), 'onefare-journey-'));
  let printed = '';
  const shop: Shop = {
    url: `http://localhost:${front}`,
    sandbox: `http://localhost:${sandbox}`,
    ops: `http://127.0.0.1:${ops}`,
    mailbox: `http://localhost:${front}/sandbox/mailbox`,
    data,
    printed: () => printed,
  };
  const settings = {
    ONEFARE_LISTEN: `127.0.0.1:${front}`,
    ONEFARE_PUBLIC_URL: shop.url,
    ONEFARE_SANDBOX_LISTEN: `127.0.0.1:${sandbox}`,
    ONEFARE_SANDBOX_PUBLIC_URL: shop.sandbox,
    ONEFARE_OPS_LISTEN: `127.0.0.1:${ops}`,
    ONEFARE_DATA_DIR: data,
  };
  const child = spawn(process.env.ONEFARE_BINARY ?? serverBinary(), ['serve'], {
    cwd: root,
    env: { ...process.env, ...settings, ...env },
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  const keep = (chunk: Buffer) => {
    printed += chunk;
  };
  child.stdout.on('data', keep);
  child.stderr.on('data', keep);
  child.once('error', (error) => {
    printed += error.message;
  });
  const close = async () => {
    await ended(child);
    await rm(data, { recursive: true, force: true });
  };
  try {
    await ready(shop, child);
  } catch (error) {
    await close();
    throw error;
  }
  return { shop, close };
}
