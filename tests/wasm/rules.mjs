// The built WASM package as Node can load it: the bundler's output imports a .wasm file, which only bundlers understand.
// `import { rules } from './rules.mjs'` gives exactly the functions that the browser calls.
import { readFileSync } from 'node:fs';

const folder = new URL('../../web/src/rules/generated/', import.meta.url);
const glue = await import(new URL('onefare_wasm_bg.js', folder).href);
const bytes = readFileSync(new URL('onefare_wasm_bg.wasm', folder));
const { instance } = await WebAssembly.instantiate(bytes, { './onefare_wasm_bg.js': glue });
glue.__wbg_set_wasm(instance.exports);
instance.exports.__wbindgen_start?.();

export const rules = glue;

/** A file of tests/vectors, which the Rust tests replay natively. */
export const vectors = (name) => JSON.parse(readFileSync(new URL(`../vectors/${name}.json`, import.meta.url), 'utf8'));
