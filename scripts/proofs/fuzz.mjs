// Runs libFuzzer on every parser of the rules, each for a minute (or FUZZ_SECONDS). It uses the project's compiler: the
// flags below instrument the code for coverage.
import { spawnSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import { existsSync, mkdirSync, readdirSync, writeFileSync } from 'node:fs';
import { availableParallelism } from 'node:os';
import { join } from 'node:path';
import { at, childEnv, readJson, shown } from '../lib/paths.mjs';
import { line, mustRun, run, tail } from '../lib/run.mjs';

export const shows = 'no input that libFuzzer finds makes a parser of the rules panic, hang or break its promise';
export const takes = '30 minutes on two cores';

const SECONDS = Number(process.env.FUZZ_SECONDS ?? 60);
/** Seconds after which one input counts as a hang, and the largest input in bytes. */
const [PATIENCE, LONGEST] = [10, 4096];
const place = at('target', 'fuzz');

const FLAGS = [
  '--cfg fuzzing',
  '-Cpasses=sancov-module',
  ...['level=4', 'inline-8bit-counters', 'pc-table', 'trace-compares'].map(
    (what) => `-Cllvm-args=-sanitizer-coverage-${what}`,
  ),
].join(' ');

const ask = (command, args) => spawnSync(command, args, { env: childEnv(), encoding: 'utf8' }).stdout;

/** Builds the fuzzer. Naming the target keeps the flags from build scripts and macros. */
async function build() {
  const machine = /^host: (.+)$/m.exec(ask('rustc', ['-vV']))[1];
  const args = ['build', '--locked', '--package', 'onefare-fuzz', '--bin', 'fuzz', '--features', 'libfuzzer'];
  const env = { RUSTFLAGS: FLAGS, CARGO_TARGET_DIR: join(place, 'build') };
  await mustRun('Building the fuzzer', 'cargo', [...args, '--profile', 'fuzz', '--target', machine], {
    log: 'fuzz-build',
    env,
  });
  return join(place, 'build', machine, 'fuzz', 'fuzz');
}

/** The seed corpus: the inputs of the rule's vectors, written as `cargo test` writes them. */
function seed(folder, target) {
  mkdirSync(folder, { recursive: true });
  const vectors = at('tests', 'vectors', `${target.split('.')[0]}.json`);
  if (!existsSync(vectors)) return;
  for (const { input } of readJson(vectors).cases) {
    const text = input.map((one) => (typeof one === 'string' ? one : JSON.stringify(one))).join('\x1f');
    writeFileSync(join(folder, createHash('sha1').update(text).digest('hex')), text);
  }
}

async function search(fuzzer, target, limit) {
  const [corpus, found] = ['corpus', 'found'].map((kind) => join(place, kind, target));
  seed(corpus, target);
  mkdirSync(found, { recursive: true });
  const settings = { max_total_time: limit, timeout: PATIENCE, max_len: LONGEST, print_final_stats: 1, verbosity: 1 };
  const args = [corpus, `-artifact_prefix=${found}/`, ...Object.entries(settings).map((one) => `-${one.join('=')}`)];
  const result = await run(`Fuzzing ${target}`, fuzzer, args, {
    log: `fuzz-${target}`,
    env: { ONEFARE_FUZZ: target },
    limit: limit + 60,
  });
  const runs = Number(/^stat::number_of_executed_units: (\d+)$/m.exec(result.output)?.[1] ?? 0);
  const covered = Number([...result.output.matchAll(/ cov: (\d+) /g)].at(-1)?.[1] ?? 0);
  return { ...result, target, runs, covered, corpus: readdirSync(corpus).length, found };
}

/** Whether the fuzzer sees coverage: without it, it would never find the planted mistake. */
async function canFail(fuzzer) {
  const { code, output } = await search(fuzzer, 'planted', 60);
  const good = code !== 0 && output.includes('the planted mistake was found');
  line(good ? '✓' : '✗', 'a planted mistake is found');
  return good;
}

function report({ code, output, target, runs, covered, corpus, found, log }) {
  const good = code === 0 && runs > 0 && covered > 0;
  line(good ? '✓' : '✗', target, `${runs.toLocaleString('en')} texts, ${covered} places, ${corpus} texts kept`);
  if (!good) console.log(`${tail(output, 30)}\n    the text lies in ${shown(found)}, all of it in ${shown(log)}`);
  return good;
}

export async function prove() {
  const fuzzer = await build();
  if (!(await canFail(fuzzer))) return false;
  const targets = ask(fuzzer, []).trim().split('\n');
  const waiting = [...targets];
  const outcomes = [];
  const worker = async () => {
    for (let target = waiting.shift(); target; target = waiting.shift()) {
      outcomes.push(report(await search(fuzzer, target, SECONDS)));
    }
  };
  await Promise.all(Array.from({ length: availableParallelism() }, worker));
  console.log(
    `  ${targets.length} targets, ${SECONDS} s each; one again: ONEFARE_FUZZ=<target> ${shown(fuzzer)} <folder>`,
  );
  return outcomes.length === targets.length && outcomes.every(Boolean);
}
