// Where things are. Everything the commands make lies under target/, so that deleting it makes a fresh machine again.
import { existsSync, mkdirSync, readFileSync } from 'node:fs';
import { homedir } from 'node:os';
import { delimiter, dirname, join, relative, resolve } from 'node:path';
import { fileURLToPath } from 'node:url';

export const root = resolve(dirname(fileURLToPath(import.meta.url)), '..', '..');

/** A path inside the project. */
export const at = (...parts) => join(root, ...parts);

/** The path relative to the project's folder, as a person would type it. */
export const shown = (path) => relative(root, path) || '.';

/** CARGO_TARGET_DIR may move Cargo's own folder; tools, logs and stamps stay with the project. */
export const cargoTarget = process.env.CARGO_TARGET_DIR ? resolve(root, process.env.CARGO_TARGET_DIR) : at('target');
export const tools = at('target', 'tools');
export const toolsBuild = at('target', 'tools-build');
export const stamps = at('target', 'stamps');

const exe = process.platform === 'win32' ? '.exe' : '';
export const toolBinary = (name) => join(tools, 'bin', name + exe);
const built = (name, profile) => join(cargoTarget, profile, name + exe);
export const serverBinary = (profile = 'debug') => built('onefare', profile);
export const loadBinary = built('onefare-load', 'debug');

/** A folder for logs; made on first use. */
export function logFile(name) {
  mkdirSync(at('target', 'logs'), { recursive: true });
  return at('target', 'logs', `${name}.log`);
}

/**
 * Limits what glibc's allocator keeps: two arenas instead of eight per core, and free memory at the end of one is
 * returned at once. The first import of the catalogue would stay resident otherwise (docs/OPERATING.md, The program).
 */
export const allocator = { MALLOC_ARENA_MAX: '2', MALLOC_TRIM_THRESHOLD_: '131072' };

/**
 * The environment of every child process: the project's tools first, and rustup's folder even if the shell has not been
 * reloaded since its installation.
 */
export function childEnv(extra = {}) {
  const cargoHome = process.env.CARGO_HOME ?? join(homedir(), '.cargo');
  const path = [join(tools, 'bin'), at('node_modules', '.bin'), process.env.PATH ?? '', join(cargoHome, 'bin')];
  return { ...allocator, ...process.env, PATH: path.join(delimiter), ...extra };
}

/** Full path of a program on the children's PATH, or undefined. */
export function onPath(name) {
  for (const folder of childEnv().PATH.split(delimiter)) {
    const file = join(folder, name + exe);
    if (folder && existsSync(file)) return file;
  }
  return undefined;
}

export const readJson = (path) => JSON.parse(readFileSync(path, 'utf8'));
