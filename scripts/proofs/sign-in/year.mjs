// A year by the shop's own clock: a stranger guesses every day, the owner signs in daily, weekly or never. `npm test`
// plays some days of this test, `tests/http/account/a_year.rs`; the proof plays all of them.
import { run } from '../../lib/run.mjs';

export const shows = 'a stranger who guesses every day of a year takes over at most one account in a thousand';
export const databases = ['sqlite', 'postgres'];

const days = process.env.ONEFARE_GUESSED_DAYS ?? '365';

const rhythms = 3;

export async function attack(report) {
  const args = ['test', '--workspace', '--locked', '--test', 'http', '--', 'a_year', '--nocapture'];
  const env = { ONEFARE_GUESSED_DAYS: days, ONEFARE_TEST_DATABASE: process.env.ONEFARE_TEST_DATABASE };
  const { code, output, took } = await run('A year of guesses', 'cargo', args, { log: 'sign-in-year', env });
  const found = output.match(/^\d+ days, an owner who .*$/gm) ?? [];
  for (const one of found) report(...one.split(': '));
  report('played', took);
  return code === 0 && found.length === rhythms;
}
