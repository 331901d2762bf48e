// Changes the rules on purpose, one change at a time, and expects a test to fail each time: cargo-mutants, configured
// by .cargo/mutants.toml.
import { rmSync } from 'node:fs';
import { join } from 'node:path';
import { copyWorktree } from '../lib/copy-worktree.mjs';
import { at, readJson, shown } from '../lib/paths.mjs';
import { line, mustRun, run, tail } from '../lib/run.mjs';
import { toolFor } from '../lib/rust-tools.mjs';

export const shows = 'the tests of the rules notice every mistake that can be made in them by changing one expression';
export const takes = '45 minutes';

const VERSION = '27.1.0';
const place = at('target', 'mutants');
const worktree = join(place, 'worktree');
const results = join(place, 'mutants.out');

/** Outcomes that count as noticed; a mutant that never ends would hang every test, so it counts too. */
const noticed = ['CaughtMutant', 'Timeout'];

const described = ({ scenario: { Mutant } }) => Mutant.name;

/** Mutants by file: how many the tests noticed, and how many could be built. */
function byFile(outcomes) {
  const files = new Map();
  for (const { summary, scenario } of outcomes) {
    const file = files.get(scenario.Mutant.file) ?? { found: 0, all: 0 };
    file.all += 1;
    if (noticed.includes(summary)) file.found += 1;
    files.set(scenario.Mutant.file, file);
  }
  return files;
}

export async function prove() {
  await toolFor({ crate: 'cargo-mutants', version: VERSION });
  rmSync(results, { recursive: true, force: true });
  copyWorktree(worktree);
  const env = {
    CARGO_TARGET_DIR: join(place, 'build'),
    CARGO_PROFILE_DEV_DEBUG: 'false',
    // The laws draw the same cases for every mutant: one missed today is not found tomorrow by chance.
    PROPTEST_RNG_SEED: '20261120',
  };
  // Tests that fail without a mutant would notice every mutant.
  const tests = ['test', '--locked', '--package', 'onefare-rule-tests', '--test', 'laws', '--test', 'vectors'];
  await mustRun('Testing the rules unchanged', 'cargo', tests, { log: 'mutants-unchanged', env, cwd: worktree });
  const args = ['mutants', '--in-place', '--package', 'onefare-core', '--output', place, '--colors', 'never'];
  const result = await run('Changing the rules on purpose', 'cargo', args, { log: 'mutants', env, cwd: worktree });
  // 0: all found; 2: some missed; 3: some timed out. Any other code means the run itself failed.
  if (![0, 2, 3].includes(result.code)) {
    line('✗', 'cargo mutants', `ended with code ${result.code}`);
    console.log(tail(result.output, 40));
    return false;
  }
  const mutants = readJson(join(results, 'outcomes.json')).outcomes.filter(({ scenario }) => scenario.Mutant);
  const built = mutants.filter(({ summary }) => summary !== 'Unviable');
  for (const [file, { found, all }] of byFile(built)) {
    line(found === all ? '✓' : '✗', file, `${found} of ${all} noticed`);
  }
  const missed = built.filter(({ summary }) => !noticed.includes(summary));
  for (const mutant of missed) console.log(`      not noticed: ${described(mutant)}`);
  const unbuilt = mutants.length - built.length;
  console.log(
    `  ${built.length} changes, ${missed.length} not noticed, ${unbuilt} more do not compile; ${result.took}`,
  );
  if (missed.length > 0) console.log(`  what each of them changed and printed: ${shown(results)}`);
  return built.length > 0 && missed.length === 0;
}
