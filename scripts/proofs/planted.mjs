// The fault runs must be able to fail: each known mistake in tests/faults/planted is made in a copy of the house, and the
// runs have to find it on both databases.
import { spawnSync } from 'node:child_process';
import { cpSync, existsSync, mkdirSync, readdirSync, readFileSync, rmSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { faultRun, figures } from '../steps/fault-runs.mjs';
import { line, run, tail } from '../steps/long-step.mjs';
import { at, root } from '../steps/places.mjs';
import { Refusal } from '../steps/refusal.mjs';

export const shows = 'each planted mistake, such as a settlement without its transaction, turns the fault runs red';
export const takes = '25 minutes';

const planted = at('tests', 'faults', 'planted');
const copy = at('target', 'planted', 'house');
const build = at('target', 'planted', 'build');
const binary = join(build, 'debug', process.platform === 'win32' ? 'onefare.exe' : 'onefare');

function git(args, cwd, env = {}) {
  const result = spawnSync('git', args, { cwd, encoding: 'utf8', env: { ...process.env, ...env } });
  if (result.status !== 0) throw new Refusal(`git ${args.join(' ')}: ${result.stderr}`);
  return result.stdout;
}

/** Every file of the house as it is now, and what the server needs of the built pages. */
function copyHouse() {
  rmSync(copy, { recursive: true, force: true });
  const files = git(['ls-files', '-z', '--cached', '--others', '--exclude-standard'], root).split('\0').filter(Boolean);
  for (const file of [...files, 'web/dist', 'web/src/rules/generated']) {
    if (!existsSync(join(root, file))) continue;
    mkdirSync(dirname(join(copy, file)), { recursive: true });
    cpSync(join(root, file), join(copy, file), { recursive: true });
  }
}

/** `git apply` in a folder that must not be taken for a part of our own repository. */
const apply = (patch, ...more) =>
  git(['apply', ...more, patch], copy, { GIT_CEILING_DIRECTORIES: dirname(copy), GIT_DIR: join(copy, 'none') });

async function finds(name) {
  const patch = join(planted, name);
  const [, wish] = /^faults: (.+)$/m.exec(readFileSync(patch, 'utf8')) ?? [];
  if (!wish) throw new Refusal(`${name} does not say how to run: a line such as "faults: --kills 18 --seed 1".`);
  const mistake = name.replace('.patch', '');
  apply(patch);
  try {
    const args = ['build', '--locked', '--workspace', '--bin', 'onefare'];
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
    let good = true;
    for (const database of ['sqlite', 'postgres']) {
      const what = `${mistake}, ${database}`;
      const log = `planted-${mistake}-${database}`;
      const result = await faultRun({ binary, database, args: wish.split(' '), what, log });
      const found = result.code === 1;
      line(
        found ? '✓' : '✗',
        what,
        `${found ? 'found' : 'NOT found'}: ${figures(result.output) ?? 'not played'}  ${result.took}`,
      );
      good &&= found;
    }
    return good;
  } finally {
    apply(patch, '--reverse');
  }
}

export async function prove() {
  copyHouse();
  let good = true;
  for (const name of readdirSync(planted).filter((file) => file.endsWith('.patch'))) good = (await finds(name)) && good;
  return good;
}
