// Runs the program's own commands beside an open shop.
import { execFile } from 'node:child_process';
import { promisify } from 'node:util';
import { root, serverBinary } from '../../scripts/lib/paths.mjs';
import type { Shop } from './shop';

const run = promisify(execFile);

/** Runs `onefare` with the shop's settings, and returns its output. */
export async function onefare(shop: Shop, ...args: string[]): Promise<string> {
  const env = { ...process.env, ...shop.env };
  const { stdout } = await run(process.env.ONEFARE_BINARY ?? serverBinary(), args, { cwd: root, env });
  return stdout;
}

/** The orders of an address, as support finds them. */
export async function ordersOf(shop: Shop, email: string): Promise<{ number: string; state: string }[]> {
  return JSON.parse(await onefare(shop, 'orders', 'find', email, '--json'));
}

/** Support refunds an order in full, and waits until the refund is done. */
export const refund = (shop: Shop, order: string) => onefare(shop, 'orders', 'refund', order, '--yes', '--wait', '20');
