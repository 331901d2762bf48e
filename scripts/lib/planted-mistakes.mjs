// The mistakes that a proof plants. They are patches, so each must still apply to the code it breaks.
import { spawnSync } from 'node:child_process';
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { at, root, shown } from './paths.mjs';

const folder = at('tests', 'faults', 'planted');

const databases = ['sqlite', 'postgres'];

/** The arguments of the run that must find a mistake on each database: its patch names one for both, or for one alone. */
function wishes(text) {
  const named = [...text.matchAll(/^faults(?: (sqlite|postgres))?: (.+)$/gm)];
  return named.flatMap(([, only, wish]) =>
    databases.filter((one) => !only || one === only).map((database) => ({ database, args: wish.split(' ') })),
  );
}

/** Every mistake: its name, its patch, and the fault runs that must find it. */
export const mistakes = () =>
  readdirSync(folder)
    .filter((file) => file.endsWith('.patch'))
    .map((file) => {
      const patch = join(folder, file);
      return { name: file.replace('.patch', ''), patch, runs: wishes(readFileSync(patch, 'utf8')) };
    });

/** What is wrong with the patches, one line each. */
export function faults() {
  return mistakes().flatMap(({ patch, runs }) => {
    const says = runs.length > 0 ? [] : [`${shown(patch)}: no line such as "faults: --kills 18 --seed 1"`];
    const { status, stderr } = spawnSync('git', ['apply', '--check', patch], { cwd: root, encoding: 'utf8' });
    return status === 0 ? says : [...says, `${shown(patch)}: does not fit any more: ${stderr.trim()}`];
  });
}
