// The program that kills shops, built on first use, and one run of it.

import { join } from 'node:path';
import { cargoTarget } from './paths.mjs';
import { postgres } from './postgres.mjs';
import { mustRun, run } from './run.mjs';

const exe = process.platform === 'win32' ? '.exe' : '';
let built;

/** Builds the fault program with the same features as everywhere else, so that nothing is compiled twice. */
export function faultProgram() {
  const args = ['build', '--locked', '--bin', 'faults'];
  built ??= mustRun('Building the fault program', 'cargo', args, { log: 'faults-build' }).then(() =>
    join(cargoTarget, 'debug', `faults${exe}`),
  );
  return built;
}

/** The last line of figures of a run, such as `0 lost, 0 doubled, 0 charged twice, 0 findings in all`. */
export const figures = (output) => /^ {2}(\d+ lost, .* findings in all)$/m.exec(output)?.[1];

/**
 * Kills the shop `kills` times. Resolves to the result that `run` gives; code 1 means findings, 2 that the run could
 * not be finished.
 */
export async function faultRun({ binary, database, args, what, log }) {
  const program = await faultProgram();
  if (database === 'postgres') await postgres();
  return run(what, program, ['--db', database, ...args], { log, env: { ONEFARE_BINARY: binary } });
}

/** Plays several runs at once, each as `faultRun` does; a run mostly waits. Resolves to each with its `result`. */
export const sideBySide = (runs) => Promise.all(runs.map(async (one) => ({ ...one, result: await faultRun(one) })));
