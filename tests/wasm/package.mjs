// The WASM that pages download: the tests bind the very files that go into the pages' bundle.
import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { bind } from './replay.mjs';

export const root = join(import.meta.dirname, '..', '..');
/** The folder of the built package. */
const folder = join(root, 'web', 'src', 'rules', 'generated');

/** A file of the package. */
export function packaged(name) {
  const path = join(folder, name);
  if (!existsSync(path)) throw new Error(`${path} is missing: \`npm start\` builds it`);
  return path;
}

/** Names of the WASM's exported calls. */
export function callNames() {
  const declarations = readFileSync(packaged('onefare_wasm.d.ts'), 'utf8');
  return [...declarations.matchAll(/^export function (\w+)\(/gmu)].map(([, name]) => name);
}

let loaded;

/** The rules; one instance per process, because the glue is one module and remembers its instance's memory. */
export function shippedRules() {
  loaded ??= import(packaged('onefare_wasm_bg.js')).then((glue) =>
    bind(glue, readFileSync(packaged('onefare_wasm_bg.wasm'))),
  );
  return loaded;
}
