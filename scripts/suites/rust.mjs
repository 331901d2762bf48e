// cargo test: the rules natively, the store on SQLite and PostgreSQL, the server over HTTP on the one and then on the
// other, requests against the providers' schemas.
import { readFileSync } from 'node:fs';
import { availableParallelism } from 'node:os';
import { at } from '../lib/paths.mjs';
import { postgres } from '../lib/postgres.mjs';
import { run } from '../lib/run.mjs';
import { filesBelow } from '../lib/stamp.mjs';
import { libtestTimes } from './libtest-times.mjs';

export const name = 'Rust';

/** Sums the closing lines of every test program, which stay the same in all formats of libtest that matter here. */
export function count(output) {
  const sum = { passed: 0, failed: 0, skipped: 0 };
  for (const [, passed, failed, ignored] of output.matchAll(
    /^test result: \w+\. (\d+) passed; (\d+) failed; (\d+) ignored;/gm,
  )) {
    sum.passed += Number(passed);
    sum.failed += Number(failed);
    sum.skipped += Number(ignored);
  }
  return sum;
}

/** What the failed tests printed. A backtrace of 30 calls, of which the test is one, is left to the log. */
function complaints(output) {
  const blocks = output.match(/^---- .+? ----\n[\s\S]*?(?=^---- |^failures:|^test result:)/gm) ?? [];
  return blocks.map((block) => block.replaceAll(/^stack backtrace:\n(?: .*\n)*(?:note: .*\n)?/gm, '').trim());
}

/** The test programs of `tests/Cargo.toml` in which a shop is started: each lies in the folder that bears its name. */
function programsWithShops() {
  const manifest = readFileSync(at('tests', 'Cargo.toml'), 'utf8');
  const programs = [...manifest.matchAll(/^\[\[test\]\]\nname = "(\w+)"/gm)].map(([, name]) => name);
  const startsOne = (file) => /\bShop::start/.test(readFileSync(file, 'utf8'));
  return programs.filter((program) => filesBelow(at('tests', program)).some(startsOne));
}

async function cargo(what, { where, on, env, log, args }) {
  const command = ['test', '--locked', '--no-fail-fast', ...args];
  const clock = libtestTimes(env.RUST_TEST_THREADS);
  const result = await run(what, 'cargo', command, { log, env, hear: (text) => clock.hear(text) });
  const sum = { ...count(result.output), times: clock.times().map((one) => ({ ...one, name: `${one.name} (${on})` })) };
  const note = `${where}: ${sum.passed} passed, ${sum.failed} failed`;
  return { ...result, ...sum, note, complaints: complaints(result.output).map((one) => `${where}\n${one}`) };
}

export async function test(args) {
  const server = await postgres();
  const programs = programsWithShops();
  // A test with a shop waits most of its time (for the database, a job, a webhook): with two for each core a third of the
  // machine was idle.
  const threads = process.env.RUST_TEST_THREADS ?? `${3 * availableParallelism()}`;
  const first = await cargo('Rust tests', {
    where: `shops on SQLite, the store on SQLite and ${server.name}`,
    on: 'SQLite',
    env: { ONEFARE_TEST_DATABASE: 'sqlite', RUST_TEST_THREADS: threads },
    log: 'test-rust',
    args,
  });
  const second = await cargo(`Rust tests on ${server.name}`, {
    where: `${programs.join(', ')}: shops on ${server.name}`,
    on: server.name,
    env: { ONEFARE_TEST_DATABASE: 'postgres', RUST_TEST_THREADS: threads },
    log: 'test-rust-postgres',
    args: [...programs.flatMap((program) => ['--test', program]), ...args],
  });
  return {
    ...(first.code === 0 ? second : first),
    passed: first.passed + second.passed,
    failed: first.failed + second.failed,
    skipped: first.skipped + second.skipped,
    notes: [first.note, second.note],
    times: [...first.times, ...second.times],
    complaints: [...first.complaints, ...second.complaints],
  };
}
