// The WASM that holds every rule: the shipped binding built once more with the feature `proof`, into target/proof.
import { spawnSync } from 'node:child_process';
import { mkdirSync, readdirSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { delimiter, join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { bind } from './replay.mjs';

export const root = join(import.meta.dirname, '..', '..');
/** Where the package lies once it is built. */
export const proofPackage = join(root, 'target', 'proof');
const lock = join(root, 'target', 'proof.lock');
const binary = 'onefare_wasm_bg.wasm';

const changed = (path) => statSync(path, { throwIfNoEntry: false })?.mtimeMs ?? 0;

function isFresh() {
  const built = changed(join(proofPackage, binary));
  const sources = ['core', 'wasm'].flatMap((part) =>
    readdirSync(join(root, part), { recursive: true }).map((file) => join(root, part, file)),
  );
  return [...sources, join(root, 'Cargo.toml'), join(root, 'Cargo.lock')].every((source) => changed(source) < built);
}

function build() {
  const tools = [join(root, 'target', 'tools', 'bin'), join(root, 'node_modules', '.bin'), process.env.PATH];
  const flags = ['--target', 'bundler', '--mode', 'no-install', '--release', '--no-pack'];
  const out = ['--out-dir', '../target/proof', '--out-name', 'onefare_wasm', '--', '--locked', '--features', 'proof'];
  const env = { ...process.env, PATH: tools.join(delimiter) };
  const made = spawnSync('wasm-pack', ['build', 'wasm', ...flags, ...out], { cwd: root, env, encoding: 'utf8' });
  if (made.status !== 0) throw new Error(`wasm-pack could not build the proof package:\n${made.error ?? made.stderr}`);
}

const isRunning = (pid) => {
  try {
    return process.kill(pid, 0);
  } catch {
    return false;
  }
};

/** Builds when something changed. Test files run side by side, so the first one builds and the others wait. */
export async function ensureBuilt() {
  mkdirSync(join(root, 'target'), { recursive: true });
  while (!isFresh()) {
    try {
      writeFileSync(lock, `${process.pid}`, { flag: 'wx' });
    } catch {
      const owner = Number(readFileSync(lock, { encoding: 'utf8', flag: 'a+' }));
      if (owner > 0 && !isRunning(owner)) rmSync(lock, { force: true });
      await pause(200);
      continue;
    }
    try {
      build();
    } finally {
      rmSync(lock, { force: true });
    }
    break;
  }
}

async function instantiate(directory) {
  return bind(await import(join(directory, 'onefare_wasm_bg.js')), readFileSync(join(directory, binary)));
}

let proof;

/** Every rule; one instance a process, because the glue is one module and remembers where its instance's memory lies. */
export function proofRules() {
  proof ??= ensureBuilt().then(() => instantiate(proofPackage));
  return proof;
}

/** What pages download; nothing when web was not built yet. */
export async function shippedRules() {
  const directory = join(root, 'web', 'src', 'rules', 'generated');
  return changed(join(directory, binary)) > 0 ? instantiate(directory) : undefined;
}
