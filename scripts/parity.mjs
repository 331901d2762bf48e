// npm run parity: random cases through the native build, the WASM and the oracle. `-- --cases 10000000 --seed 7 quote`.
import { spawn } from 'node:child_process';
import { buildAll } from './lib/build.mjs';
import { at, childEnv, root } from './lib/paths.mjs';

export async function main(args) {
  await buildAll();
  const command = [at('tests', 'parity', 'main.mjs'), ...args];
  const child = spawn(process.execPath, command, { cwd: root, env: childEnv(), stdio: 'inherit' });
  return new Promise((done) => child.once('close', (code) => done(code ?? 1)));
}
