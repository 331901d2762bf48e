// npm run fix: formats everything and applies the fixes that the linters can make. `npm run check` reports the rest.
import { prepare, wasm, web } from './lib/build.mjs';
import { shown } from './lib/paths.mjs';
import { line, run, tail } from './lib/run.mjs';

const clippy = ['clippy', '--fix', '--allow-dirty', '--allow-staged', '--locked', '--workspace', '--all-targets'];

/** The formatters come last: the lints' fixes are not formatted. Biome exits with 1 when a finding has no fix. */
const commands = [
  ['Rust lints', 'cargo', clippy],
  ['Rust format', 'cargo', ['fmt', '--all']],
  ['Web format and lints', 'biome', ['check', '--write', '--colors=off', '--max-diagnostics=100', '.']],
];

export async function main() {
  // The lints compile the server, which embeds the built pages.
  await prepare();
  await wasm();
  await web();
  let left = 0;
  for (const [what, command, args] of commands) {
    const log = `fix-${what.replaceAll(' ', '-').toLowerCase()}`;
    const result = await run(what, command, args, { log, env: { NO_COLOR: '1' } });
    line(result.code === 0 ? '✓' : '✗', what, result.took);
    if (result.code === 0) continue;
    left += 1;
    console.log(tail(result.output, 40));
    console.log(`    all of it: ${shown(result.log)}`);
  }
  console.log(left === 0 ? 'Mended what could be.' : 'Some of it needs a person.');
  return left === 0 ? 0 : 1;
}
