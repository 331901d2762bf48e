// npm run check: every static check. All of them run before any finding is reported.
import { violations } from './check-arrows.mjs';
import { prepare, server, wasm, web } from './lib/build.mjs';
import { staleness } from './lib/generated.mjs';
import { shown } from './lib/paths.mjs';
import { faults } from './lib/planted-mistakes.mjs';
import { line, run, seconds, tail } from './lib/run.mjs';
import { tooNew } from './lint/browsers.mjs';
import { pictures } from './share/staleness.mjs';

const clippy = ['clippy', '--locked', '--workspace', '--all-targets', '--', '-D', 'warnings'];

/** Commands that report their own findings. */
const commands = [
  ['Rust format', 'cargo', ['fmt', '--all', '--check']],
  ['Rust lints', 'cargo', clippy],
  ['Web format and lints', 'biome', ['ci', '--colors=off', '--max-diagnostics=100', '.']],
  ['Web types', 'tsc', ['--noEmit', '--pretty', 'false', '-p', 'web']],
  ['Journey types', 'tsc', ['--noEmit', '--pretty', 'false', '-p', 'tests/browser']],
];

/** This project's own checks: each returns a list of findings. */
const own = [
  ['Import arrows', violations],
  ['Browsers served', tooNew],
  ['Generated files', staleness],
  ['Share pictures', pictures],
  ['Planted mistakes', faults],
];

async function prepared(step, what) {
  try {
    await step();
    return true;
  } catch (error) {
    console.log(`    ${error.message}`);
    line('✗', what, 'could not be built');
    return false;
  }
}

async function answerOf(check) {
  try {
    return await check();
  } catch (error) {
    return [error.message];
  }
}

export async function main() {
  const since = performance.now();
  const failed = [];
  // Types and import directions are checked on the build's output; a failed build counts as one failure, and the other
  // checks still run.
  await prepare();
  for (const [step, what] of [
    [wasm, 'WASM'],
    [web, 'Web'],
    [server, 'Server'],
  ]) {
    if (!(await prepared(step, what))) failed.push(`${what} build`);
  }

  for (const [what, command, args] of commands) {
    const log = `check-${what.replaceAll(' ', '-').toLowerCase()}`;
    const result = await run(what, command, args, { log, env: { NO_COLOR: '1' } });
    line(result.code === 0 ? '✓' : '✗', what, result.took);
    if (result.code === 0) continue;
    failed.push(what);
    console.log(tail(result.output, 80));
    console.log(`    all of it: ${shown(result.log)}`);
  }

  for (const [what, check] of own) {
    const start = performance.now();
    const found = await answerOf(check);
    line(found.length === 0 ? '✓' : '✗', what, seconds(start));
    if (found.length === 0) continue;
    failed.push(what);
    console.log(found.map((one) => `    ${one}`).join('\n'));
  }

  console.log(`\n  in ${seconds(since)}`);
  console.log(failed.length === 0 ? 'Everything is in order.' : `Not in order: ${failed.join(', ')}.`);
  return failed.length === 0 ? 0 : 1;
}
