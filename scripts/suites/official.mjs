// The providers' own libraries against the sandbox: they judge whether the double speaks as the original does.
import { postgres } from '../lib/postgres.mjs';
import { chosenDatabase } from '../lib/trial-database.mjs';
import { nodeTests } from './node-tests.mjs';

export const name = 'Official libraries';

export async function test(args) {
  if (chosenDatabase() === 'postgres') await postgres();
  return nodeTests('Official libraries', 'official', args);
}
