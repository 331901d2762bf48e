// A step is skipped when what goes in has the same content as last time and what came out has not been touched since.
import { createHash } from 'node:crypto';
import { existsSync, mkdirSync, readdirSync, readFileSync, statSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { root, shown, stamps } from './paths.mjs';

const skipped = new Set(['node_modules', 'dist', 'generated', 'target', '.git']);

/** Every file below the given paths, in a fixed order; a path that does not exist counts as empty. */
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
 * Does `work` unless nothing changed. `inputs` are files or folders, `outputs` files, `words` anything else that
 * decides the result (a version, a command line). Answers whether the work was done.
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
