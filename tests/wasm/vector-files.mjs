// Reads the rules' vectors.
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { root } from './package.mjs';

const folder = join(root, 'tests', 'vectors');

/** Signatures concern only the server, and are replayed only natively. */
const names = readdirSync(folder)
  .filter((name) => name.endsWith('.json') && name !== 'stripe-signature.json')
  .sort();

export const vectors = names.map((name) => JSON.parse(readFileSync(join(folder, name), 'utf8')));
