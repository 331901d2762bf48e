// Runs long commands, one or several at once: prints what runs and for how long, keeps the output in a log file, and
// shows its tail on failure.
import { spawn } from 'node:child_process';
import { createWriteStream, readFileSync } from 'node:fs';
import { createInterface } from 'node:readline';
import { stripVTControlCharacters } from 'node:util';
import { childEnv, logFile, root, shown } from './paths.mjs';
import { Refusal } from './refusal.mjs';

const live = process.stdout.isTTY === true && !process.env.CI;
const running = new Set();
/** Running steps, oldest first. */
const shownSteps = new Set();
/** Whether the other steps are being ended because one failed. */
let isEnding = false;

/** Ends the child processes when this process ends, so that no compiler keeps running without a reader. */
for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP']) {
  process.on(signal, () => {
    if (running.size === 0) return;
    for (const child of running) child.kill('SIGTERM');
    process.exit(signal === 'SIGINT' ? 130 : 143);
  });
}

/** A duration in words. */
export function spoken(milliseconds) {
  const all = milliseconds / 1000;
  if (all < 10) return `${all.toFixed(1)} s`;
  return all < 60 ? `${Math.round(all)} s` : `${Math.floor(all / 60)} min ${Math.round(all % 60)} s`;
}

export const seconds = (since) => spoken(performance.now() - since);

const wipe = () => {
  if (live && shownSteps.size > 0) process.stdout.write('\r\x1b[2K');
};

/** One result line, in the same shape for every step: mark, step, outcome. */
export function line(mark, what, how = '') {
  wipe();
  console.log(`  ${mark} ${what.padEnd(38)} ${how}`.trimEnd());
}

/** Prints all running steps in the one line that a terminal can rewrite. */
function showAll() {
  const room = Math.max(10, Math.floor((process.stdout.columns ?? 100) / shownSteps.size) - 24);
  const texts = [...shownSteps].map(({ what, since, last }) =>
    `${what}  ${seconds(since)}  ${last.slice(0, Math.max(0, room - what.length))}`.trimEnd(),
  );
  process.stdout.write(`\r\x1b[2K  … ${texts.join('  |  ')}`);
}

function progress(what) {
  const step = { what, since: performance.now(), last: '' };
  shownSteps.add(step);
  const speak = live ? showAll : () => console.log(`  … ${what}, ${seconds(step.since)}`);
  if (live) showAll();
  else console.log(`  … ${what}`);
  const timer = setInterval(speak, live ? 500 : 15_000);
  return {
    since: step.since,
    note: (text) => {
      step.last = text;
    },
    stop: () => {
      clearInterval(timer);
      wipe();
      shownSteps.delete(step);
    },
  };
}

/**
 * Runs `command` and resolves to `{ code, took, milliseconds, output, log }`. A failing command does not throw: see
 * `mustRun`. `limit` is in seconds. `hear` receives every line as it arrives.
 */
export async function run(what, command, args, { log, env, cwd = root, limit, hear } = {}) {
  const file = logFile(log ?? what.replaceAll(/[^a-z0-9]+/gi, '-').toLowerCase());
  const sink = createWriteStream(file);
  const shownProgress = progress(what);
  const child = spawn(command, args, { cwd, env: childEnv(env), stdio: ['ignore', 'pipe', 'pipe'] });
  running.add(child);
  const timer = limit && setTimeout(() => child.kill('SIGTERM'), limit * 1000);
  let lastLine = '';
  for (const stream of [child.stdout, child.stderr]) {
    if (hear) createInterface({ input: stream }).on('line', hear);
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
  const milliseconds = performance.now() - shownProgress.since;
  return { code, took: spoken(milliseconds), milliseconds, log: file, output: readFileSync(file, 'utf8') };
}

/** The last lines of a failed command, indented to set them off. */
export function tail(output, lines = 40) {
  const text = stripVTControlCharacters(output).trimEnd().split('\n').slice(-lines);
  return text.map((one) => `    ${one}`).join('\n');
}

/** Runs a step that the rest depends on; a failure ends the command with the tail of its log. */
export async function mustRun(what, command, args, options = {}) {
  const result = await run(what, command, args, options);
  if (result.code !== 0 && isEnding) throw new Refusal(`${what} was ended.`);
  if (result.code !== 0) {
    line('✗', what, `failed after ${result.took}`);
    console.log(tail(result.output));
    throw new Refusal(`${what} failed; all of its output is in ${shown(result.log)}.`);
  }
  line('✓', what, result.took);
  return result;
}

/**
 * Runs all of `works` concurrently and returns their results. The first failure ends the others and is the one thrown.
 */
export async function sideBySide(...works) {
  let failure;
  const done = await Promise.all(
    works.map(async (work) => {
      try {
        return await work();
      } catch (error) {
        failure ??= error;
        isEnding = true;
        for (const child of running) child.kill('SIGTERM');
        return undefined;
      }
    }),
  );
  isEnding = false;
  if (failure) throw failure;
  return done;
}
