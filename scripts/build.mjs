// npm run build: one release binary with the web inside.
import { statSync } from 'node:fs';
import { prepare, wasm, web } from './lib/build.mjs';
import { serverBinary } from './lib/paths.mjs';
import { mustRun } from './lib/run.mjs';

/** Builds the release server and returns its path. */
export async function dist() {
  await prepare();
  await wasm();
  await web();
  const args = ['build', '--locked', '--profile', 'dist', '-p', 'onefare-server', '--bin', 'onefare'];
  // Cargo itself decides what to rebuild: a release must never depend on a stamp.
  await mustRun('Building the release', 'cargo', args, { log: 'dist' });
  return serverBinary('dist');
}

export async function main() {
  const binary = await dist();
  const megabytes = statSync(binary).size / 1e6;
  console.log(`\n${binary}  ${megabytes.toFixed(1)} MB, everything inside; run it with \`onefare serve\``);
  return 0;
}
