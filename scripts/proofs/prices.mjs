// Every data plan by every way to pay and with every kind of code, through the calls that pages make, on both
// databases: `npm test` plays every third combination of this test.

import { postgres } from '../lib/postgres.mjs';
import { line, run } from '../lib/run.mjs';

export const shows = 'every data plan costs what its page shows, by every way to pay, with and without a code';
export const takes = '4 minutes';

const args = ['test', '--workspace', '--locked', '--test', 'http', '--', 'data_plans_cost', '--nocapture'];

async function every(database, name) {
  const env = { ONEFARE_EVERY_PRICE: 'yes', ONEFARE_TEST_DATABASE: database };
  const { code, output, took } = await run(`Every price, ${name}`, 'cargo', args, { log: `prices-${database}`, env });
  const compared = output.match(/^\d+ prices compared.*$/m)?.[0];
  const held = code === 0 && compared !== undefined;
  line(held ? '✓' : '✗', `${name}: ${compared ?? 'nothing compared'}`, took);
  return held;
}

export async function prove() {
  const server = await postgres();
  const onSqlite = await every('sqlite', 'SQLite');
  return (await every('postgres', server.name)) && onSqlite;
}
