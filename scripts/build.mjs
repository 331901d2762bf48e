// npm run build: one release binary with the web inside.
import { statSync } from 'node:fs';
import { furnish, wasm, web } from './steps/house.mjs';
import { mustRun } from './steps/long-step.mjs';
import { serverBinary } from './steps/places.mjs';

/** Builds the released server and answers its path. */
export async function dist() {
  await furnish();
  await wasm();
  await web();
  const args = ['build', '--locked', '--profile', 'dist', '-p', 'onefare-server', '--bin', 'onefare'];
  // Cargo decides itself whether there is anything to do: a release must never rest on a stamp.
  await mustRun('Building the release', 'cargo', args, { log: 'dist' });
  return serverBinary('dist');
}

export async function main() {
  const binary = await dist();
  const megabytes = statSync(binary).size / 1e6;
  console.log(`\n${binary}  ${megabytes.toFixed(1)} MB, everything inside; run it with \`onefare serve\``);
  return 0;
}
