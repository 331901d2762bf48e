// The mistakes that a proof plants. They are patches, so each must still apply to the code it breaks.
import { spawnSync } from 'node:child_process';
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { at, root, shown } from './paths.mjs';

const folder = at('tests', 'faults', 'planted');

/** Every mistake: its name, its patch, and the fault run that must find it. */
export const mistakes = () =>
  readdirSync(folder)
    .filter((file) => file.endsWith('.patch'))
    .map((file) => {
      const patch = join(folder, file);
      const wish = /^faults: (.+)$/m.exec(readFileSync(patch, 'utf8'))?.[1];
      return { name: file.replace('.patch', ''), patch, wish };
    });

/** What is wrong with the patches, one line each. */
export function faults() {
  return mistakes().flatMap(({ patch, wish }) => {
    const says = wish ? [] : [`${shown(patch)}: no line such as "faults: --kills 18 --seed 1"`];
    const { status, stderr } = spawnSync('git', ['apply', '--check', patch], { cwd: root, encoding: 'utf8' });
    return status === 0 ? says : [...says, `${shown(patch)}: does not fit any more: ${stderr.trim()}`];
  });
}
