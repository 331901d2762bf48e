// npm test: every test, also on a fresh clone. Ends with one line, `N passed, N failed`. `npm test -- rust wasm` runs
// only those suites; what follows `--` goes to each of them.
import { buildAll } from './lib/build.mjs';
import { preferMemory } from './lib/memory-folder.mjs';
import { shown } from './lib/paths.mjs';
import { stopPostgres } from './lib/postgres.mjs';
import { Refusal } from './lib/refusal.mjs';
import { line, seconds, spoken, tail } from './lib/run.mjs';
import * as arrows from './suites/arrows.mjs';
import * as faults from './suites/faults.mjs';
import * as journeys from './suites/journeys.mjs';
import * as official from './suites/official.mjs';
import * as rust from './suites/rust.mjs';
import * as specification from './suites/specification.mjs';
import * as wasm from './suites/wasm.mjs';
import * as web from './suites/web.mjs';

const suites = { arrows, specification, rust, wasm, web, official, journeys, faults };

/** A suite that crashed or ran nothing has failed, whatever it counted. */
export function verdict({ code, passed, failed, skipped, complaints = [] }) {
  if (failed === 0 && code !== 0) return { passed, failed: 1, skipped, complaints, why: `ended with code ${code}` };
  if (passed + failed === 0) return { passed, failed: 1, skipped, complaints, why: 'ran no test' };
  return { passed, failed, skipped, complaints };
}

/** Prints the slowest tests, where a longer run can save time. */
function printSlowest(times) {
  const slowest = times.toSorted((one, other) => other.milliseconds - one.milliseconds).slice(0, 10);
  if (slowest.length === 0) return;
  console.log('\n  the slowest tests');
  for (const { name, milliseconds } of slowest) console.log(`    ${spoken(milliseconds).padStart(10)}  ${name}`);
}

async function play(suite, args) {
  const since = performance.now();
  let raw;
  try {
    raw = await suite.test(args);
  } catch (error) {
    const text = error instanceof Refusal ? error.message : `${error?.stack ?? error}`;
    raw = { code: 1, passed: 0, failed: 1, skipped: 0, complaints: [text] };
  }
  const result = verdict(raw);
  const skipped = result.skipped > 0 ? `, ${result.skipped} skipped` : '';
  const why = result.why ? ` (${result.why})` : '';
  line(
    result.failed ? '✗' : '✓',
    suite.name,
    `${result.passed} passed, ${result.failed} failed${skipped}${why}  ${seconds(since)}`,
  );
  for (const note of raw.notes ?? []) console.log(`      ${note}`);
  if (result.failed > 0) {
    const words = result.complaints.length > 0 ? result.complaints.slice(0, 20).join('\n\n') : (raw.output ?? '');
    console.log(tail(words, 200));
    if (raw.log) console.log(`    all of it: ${shown(raw.log)}`);
  }
  return { ...result, times: raw.times ?? [] };
}

export async function main(args) {
  const since = performance.now();
  const split = args.indexOf('--');
  const named = split < 0 ? args : args.slice(0, split);
  const passedOn = split < 0 ? [] : args.slice(split + 1);
  const unknown = named.filter((name) => !(name in suites));
  if (unknown.length > 0)
    throw new Refusal(`There is no suite ${unknown.join(', ')}: say ${Object.keys(suites).join(', ')}.`);

  const total = { passed: 0, failed: 0 };
  const allTimes = [];
  try {
    await buildAll();
    preferMemory();
    for (const name of named.length > 0 ? named : Object.keys(suites)) {
      const { passed, failed, times } = await play(suites[name], passedOn);
      allTimes.push(...times);
      total.passed += passed;
      total.failed += failed;
    }
  } catch (error) {
    // What cannot be built cannot be tested; the closing line still reports it.
    console.log(error instanceof Refusal ? `\n${error.message}` : error);
    total.failed += 1;
  } finally {
    total.failed += await stopPostgres();
  }
  printSlowest(allTimes);
  console.log(`\n  in ${seconds(since)}\n`);
  console.log(`${total.passed} passed, ${total.failed} failed`);
  return total.failed === 0 ? 0 : 1;
}
