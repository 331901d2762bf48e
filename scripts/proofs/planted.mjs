// The fault runs must be able to fail: each known mistake in tests/faults/planted is made in a copy of the worktree, and the
// runs have to find it, on both databases where it can do harm on both.
import { dirname, join } from 'node:path';
import { copyWorktree, git } from '../lib/copy-worktree.mjs';
import { figures, sideBySide } from '../lib/fault-runs.mjs';
import { at } from '../lib/paths.mjs';
import { mistakes } from '../lib/planted-mistakes.mjs';
import { line, run, tail } from '../lib/run.mjs';

export const shows = 'each planted mistake, such as a settlement without its transaction, turns the fault runs red';
export const takes = '30 minutes';

const copy = at('target', 'planted', 'worktree');
const build = at('target', 'planted', 'build');
const binary = join(build, 'debug', process.platform === 'win32' ? 'onefare.exe' : 'onefare');

/** `git apply` in a folder that must not be taken for a part of our own repository. */
const apply = (patch, ...more) =>
  git(['apply', ...more, patch], copy, { GIT_CEILING_DIRECTORIES: dirname(copy), GIT_DIR: join(copy, 'none') });

async function finds({ name: mistake, patch, runs }) {
  apply(patch);
  try {
    const args = ['build', '--locked', '--bin', 'onefare'];
    const built = await run(`Planting ${mistake}`, 'cargo', args, {
      cwd: copy,
      env: { CARGO_TARGET_DIR: build },
      log: `planted-${mistake}-build`,
    });
    if (built.code !== 0) {
      line('✗', mistake, 'does not build');
      console.log(tail(built.output, 20));
      return false;
    }
    const played = runs.map((one) => ({
      ...one,
      binary,
      what: `${mistake}, ${one.database}`,
      log: `planted-${mistake}-${one.database}`,
    }));
    let good = true;
    for (const { what, result } of await sideBySide(played)) {
      const found = result.code === 1;
      const words = `${found ? 'found' : 'NOT found'}: ${figures(result.output) ?? 'not played'}  ${result.took}`;
      line(found ? '✓' : '✗', what, words);
      good &&= found;
    }
    return good;
  } finally {
    apply(patch, '--reverse');
  }
}

export const parts = () => mistakes().map(({ name }) => name);

export async function prove(chosen) {
  // The server wants the built pages.
  copyWorktree(copy, ['web/dist', 'web/src/rules/generated']);
  let good = true;
  for (const mistake of mistakes().filter(({ name }) => chosen.has(name))) good = (await finds(mistake)) && good;
  return good;
}
