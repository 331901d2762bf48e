// The fault runs must be able to fail: each known mistake in tests/faults/planted is made in a copy of the worktree, and the
// runs have to find it on both databases.
import { dirname, join } from 'node:path';
import { copyWorktree, git } from '../lib/copy-worktree.mjs';
import { faultProgram, faultRun, figures } from '../lib/fault-runs.mjs';
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

async function finds({ name: mistake, patch, wish }) {
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
    const finding = (database) => {
      const log = `planted-${mistake}-${database}`;
      return faultRun({ binary, database, args: wish.split(' '), what: `${mistake}, ${database}`, log });
    };
    // Side by side: a run waits most of its time.
    await faultProgram();
    const databases = ['sqlite', 'postgres'];
    const results = await Promise.all(databases.map(finding));
    for (const [n, { code, output, took }] of results.entries()) {
      const words = `${code === 1 ? 'found' : 'NOT found'}: ${figures(output) ?? 'not played'}  ${took}`;
      line(code === 1 ? '✓' : '✗', `${mistake}, ${databases[n]}`, words);
    }
    return results.every(({ code }) => code === 1);
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
