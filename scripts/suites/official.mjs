// Libraries and programs of others: the providers' own libraries judge whether the sandbox speaks as the original does, and the
// receiver in examples/, by the library of its specification, whether the shop hands entitlements over as it says.
import { postgres } from '../lib/postgres.mjs';
import { chosenDatabase } from '../lib/trial-database.mjs';
import { nodeTests } from './node-tests.mjs';

export const name = 'Official libraries';

export async function test(args) {
  if (chosenDatabase() === 'postgres') await postgres();
  return nodeTests('Official libraries', 'official', args);
}
