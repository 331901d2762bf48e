// Runs one long command: says what runs and for how long, keeps its output in a log file, shows the tail if it fails.
import { spawn } from 'node:child_process';
import { createWriteStream, readFileSync } from 'node:fs';
import { stripVTControlCharacters } from 'node:util';
import { childEnv, logFile, root, shown } from './places.mjs';
import { Refusal } from './refusal.mjs';

const live = process.stdout.isTTY === true && !process.env.CI;
const running = new Set();

/** Ends the children when we are ended, so that no compiler keeps working for nobody. */
for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP']) {
  process.on(signal, () => {
    if (running.size === 0) return;
    for (const child of running) child.kill('SIGTERM');
    process.exit(signal === 'SIGINT' ? 130 : 143);
  });
}

export const seconds = (since) => {
  const all = (performance.now() - since) / 1000;
  if (all < 10) return `${all.toFixed(1)} s`;
  return all < 60 ? `${Math.round(all)} s` : `${Math.floor(all / 60)} min ${Math.round(all % 60)} s`;
};

/** One line of result, in the same shape for every step: a mark, what, how it went. */
export const line = (mark, what, how = '') => console.log(`  ${mark} ${what.padEnd(38)} ${how}`.trimEnd());

function progress(what) {
  const since = performance.now();
  let last = '';
  const show = () => {
    const room = Math.max(10, (process.stdout.columns ?? 100) - what.length - 24);
    process.stdout.write(`\r\x1b[2K  … ${what}  ${seconds(since)}  ${last.slice(0, room)}`);
  };
  const speak = live ? show : () => console.log(`  … ${what}, ${seconds(since)}`);
  if (live) show();
  else console.log(`  … ${what}`);
  const timer = setInterval(speak, live ? 500 : 15_000);
  return {
    since,
    note: (text) => (last = text),
    stop: () => {
      clearInterval(timer);
      if (live) process.stdout.write('\r\x1b[2K');
    },
  };
}

/**
 * Runs `command` and resolves to `{ code, took, output, log }`. It never throws for a failing command: see `mustRun`.
 * `limit` is in seconds.
 */
export async function run(what, command, args, { log, env, cwd = root, limit } = {}) {
  const file = logFile(log ?? what.replaceAll(/[^a-z0-9]+/gi, '-').toLowerCase());
  const sink = createWriteStream(file);
  const shownProgress = progress(what);
  const child = spawn(command, args, { cwd, env: childEnv(env), stdio: ['ignore', 'pipe', 'pipe'] });
  running.add(child);
  const timer = limit && setTimeout(() => child.kill('SIGTERM'), limit * 1000);
  let lastLine = '';
  for (const stream of [child.stdout, child.stderr]) {
    stream.on('data', (chunk) => {
      sink.write(chunk);
      lastLine = chunk.toString().trimEnd().split('\n').at(-1).trim() || lastLine;
      shownProgress.note(lastLine);
    });
  }
  const code = await new Promise((done) => {
    child.once('error', (error) => {
      sink.write(`${command}: ${error.message}\n`);
      done(127);
    });
    child.once('close', (status, signal) => done(status ?? (signal ? 128 : 1)));
  });
  clearTimeout(timer);
  running.delete(child);
  await new Promise((done) => sink.end(done));
  shownProgress.stop();
  return { code, took: seconds(shownProgress.since), log: file, output: readFileSync(file, 'utf8') };
}

/** The last lines of a failed command, set off from our own words. */
export function tail(output, lines = 40) {
  const text = stripVTControlCharacters(output).trimEnd().split('\n').slice(-lines);
  return text.map((one) => `    ${one}`).join('\n');
}

/** Runs a step that the rest depends on; a failure ends the command with the tail of its log. */
export async function mustRun(what, command, args, options = {}) {
  const result = await run(what, command, args, options);
  if (result.code !== 0) {
    line('✗', what, `failed after ${result.took}`);
    console.log(tail(result.output));
    throw new Refusal(`${what} failed; all of its output is in ${shown(result.log)}.`);
  }
  line('✓', what, result.took);
  return result;
}
