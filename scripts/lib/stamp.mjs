// Skips a step when its inputs have the same content as last time and its outputs have not been touched since.
import { createHash } from 'node:crypto';
import { existsSync, mkdirSync, readdirSync, readFileSync, statSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { root, shown, stamps } from './paths.mjs';

const skipped = new Set(['node_modules', 'dist', 'generated', 'target', '.git']);

/** Every file below the given paths, in a fixed order; a missing path counts as empty. */
export function filesBelow(...paths) {
  return paths.flatMap((path) => {
    const info = statSync(path, { throwIfNoEntry: false });
    if (!info) return [];
    if (info.isFile()) return [path];
    const names = readdirSync(path).filter((name) => !skipped.has(name));
    return filesBelow(...names.sort().map((name) => join(path, name)));
  });
}

function contentOf(inputs, words) {
  const hash = createHash('sha256').update(JSON.stringify(words));
  for (const file of filesBelow(...inputs)) {
    hash.update(`\0${shown(file)}\0`).update(readFileSync(file));
  }
  return hash.digest('hex');
}

function traceOf(outputs) {
  return outputs.map((path) => {
    const info = statSync(path, { throwIfNoEntry: false });
    return info ? `${info.size}:${Math.floor(info.mtimeMs)}` : 'missing';
  });
}

/**
 * Runs `work` unless nothing changed. `inputs` are files or folders, `outputs` files, `words` anything else that the
 * result depends on (a version, a command line). Returns whether `work` ran.
 */
export async function unlessFresh(name, { inputs = [], outputs = [], words = [] }, work) {
  const file = join(stamps, `${name}.json`);
  const content = contentOf(inputs, [root, ...words]);
  const before = existsSync(file) ? JSON.parse(readFileSync(file, 'utf8')) : {};
  const trace = traceOf(outputs);
  if (before.content === content && !trace.includes('missing') && `${before.trace}` === `${trace}`) return false;
  await work();
  mkdirSync(stamps, { recursive: true });
  writeFileSync(file, JSON.stringify({ content, trace: traceOf(outputs) }));
  return true;
}
