// npm run faults: kills a real shop repeatedly and checks its records afterwards.
// `-- --kills 200 --db postgres --seed 7`.
import { spawn } from 'node:child_process';
import { buildAll } from './lib/build.mjs';
import { faultProgram } from './lib/fault-runs.mjs';
import { childEnv, root } from './lib/paths.mjs';
import { postgres, stopPostgres } from './lib/postgres.mjs';

export async function main(args) {
  const binary = await buildAll();
  const program = await faultProgram();
  const onPostgres = args.some((arg) => arg === 'postgres' || arg === '--db=postgres');
  if (onPostgres && !args.some((arg) => arg.startsWith('--postgres'))) await postgres();
  let code = 1;
  try {
    const child = spawn(program, args, { cwd: root, env: childEnv({ ONEFARE_BINARY: binary }), stdio: 'inherit' });
    code = await new Promise((done) => child.once('close', (ended) => done(ended ?? 1)));
  } finally {
    if ((await stopPostgres()) > 0) code = 1;
  }
  return code;
}
