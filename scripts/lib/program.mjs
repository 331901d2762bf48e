// Runs the program's own commands beside an open shop.
import { execFile } from 'node:child_process';
import { promisify } from 'node:util';
import { root, serverBinary } from './paths.mjs';

const run = promisify(execFile);

/**
 * Runs `onefare` with a shop's settings, and returns its output.
 * @param {{ env: Record<string, string> }} shop
 * @param {string[]} args
 */
export async function onefare(shop, args, binary = process.env.ONEFARE_BINARY ?? serverBinary()) {
  const { stdout } = await run(binary, args, { cwd: root, env: { ...process.env, ...shop.env } });
  return stdout;
}
