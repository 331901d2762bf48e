// Two million random cases of every rule, compared on every core.

import { at } from '../lib/paths.mjs';
import { line, run, tail } from '../lib/run.mjs';

export const shows = 'the native rules, the WASM and an independent oracle give the same bytes for random cases';
export const takes = '5 minutes';

const CASES = 2_000_000;
/** Seconds after which the run is ended and counts as failed. */
const LIMIT = 40 * 60;

/** New cases each time: the run prints its seed, and `npm run parity -- --seed` repeats it. */
const newSeed = () => String(1 + Math.floor(Math.random() * 999_999_999));

export async function prove() {
  const what = `Comparing ${CASES.toLocaleString('en')} cases`;
  const args = [at('tests', 'parity', 'main.mjs'), '--cases', String(CASES), '--seed', newSeed()];
  const result = await run(what, process.execPath, args, { log: 'prove-parity', limit: LIMIT });
  line(result.code === 0 ? '✓' : '✗', what, result.took);
  console.log(tail(result.output, 40));
  return result.code === 0;
}
