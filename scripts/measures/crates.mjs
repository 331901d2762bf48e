// The rules' WASM by crate. What pages download carries no names, so it is made once more with them; the code of both
// must be the same to the byte, and then the names of one are those of the other.
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { clientManifest, packArgs, wasmInputs } from '../steps/house.mjs';
import { mustRun } from '../steps/long-step.mjs';
import { at, readJson, shown } from '../steps/places.mjs';
import { unlessFresh } from '../steps/stamp.mjs';
import { failure, line, note, percent, title, whole } from './report.mjs';
import { codeOf, functionNames, layout } from './wasm-binary.mjs';

const folder = at('target', 'named');
const packed = join(folder, 'onefare_wasm_bg.wasm');
const named = join(folder, 'named.wasm');

/** What pages download, with the names of its functions. */
async function build() {
  const pack = [...packArgs('../target/named'), '--no-opt'];
  const optimise = [packed, '-O3', '-g', '-o', named];
  const plan = { inputs: wasmInputs, outputs: [named], words: [...pack, ...optimise] };
  await unlessFresh('wasm-named', plan, async () => {
    await mustRun('Building the rules with names', 'wasm-pack', pack, { log: 'wasm-named' });
    await mustRun('Optimising them', 'wasm-opt', optimise, { log: 'wasm-named-opt' });
  });
}

const BINDING = 'onefare_wasm';
/** Functions that the compiler and the binding name by themselves. */
const MADE = [
  [/^__(wbindgen|wbg|externref)/, 'wasm_bindgen'],
  [/^__rustc\b/, 'std'],
  [/^mem(cpy|move|set|cmp)$/, 'compiler_builtins'],
];
const FIRST = /^[<(&*[\s]*(?:(?:mut|const|dyn) )*([a-z_]\w*)::/;
const TRAIT = / as ([a-z_]\w*)::/;

/** A name without what was put behind it: numbers of crates and copies, and how the binding wrapped it. */
const plain = (name) => name.replaceAll(/\[\w+\]/g, '').replace(/ (multivalue|externref) shim$/, '');

/**
 * The crate of a function, and the module within it if there is one. What is written for a type belongs to the type's
 * crate, and where that is the language itself to the trait's.
 */
function originOf(full, exported) {
  const name = plain(full);
  const made = MADE.find(([pattern]) => pattern.test(name));
  if (made) return { crate: made[1] };
  const [, crate] = FIRST.exec(name) ?? TRAIT.exec(name) ?? [];
  if (!crate) return { crate: exported.has(name) ? BINDING : undefined };
  return { crate, module: new RegExp(`\\b${crate}::([a-z_]\\w*)`).exec(name)?.[1] };
}

const add = (sums, key, size) => sums.set(key, (sums.get(key) ?? 0) + size);
const largest = (sums) => [...sums].sort(([, one], [, other]) => other - one);

/** Bytes of every crate, and of every module of the rules. */
function attributed(functions, names, exported) {
  const [crates, modules] = [new Map(), new Map()];
  for (const { number, size } of functions) {
    const { crate, module } = originOf(names.get(number) ?? '', exported);
    add(crates, crate ?? 'functions of no known crate', size);
    if (crate === 'onefare_core') add(modules, module, size);
  }
  return { crates, modules };
}

/** Prints the sizes of the file that the shop sends. */
export async function wasmByCrate() {
  await build();
  const { file } = readJson(clientManifest)['src/rules/generated/onefare_wasm_bg.wasm'];
  const bytes = readFileSync(at('web', 'dist', 'client', file));
  const twin = readFileSync(named);
  title(`The rules' WASM by crate, before compression (${file})`);
  if (!codeOf(bytes).equals(codeOf(twin))) {
    return failure(`${shown(named)} holds other code than what pages download: its names are of no use`);
  }
  const exported = new Set(WebAssembly.Module.exports(new WebAssembly.Module(bytes)).map(({ name }) => name));
  const { functions, data, frame } = layout(bytes);
  const { crates, modules } = attributed(functions, functionNames(twin), exported);
  const print = (what, size) => line(what, `${whole(size)} B`, percent(size / bytes.length));
  for (const [crate, size] of largest(crates)) {
    print(crate, size);
    if (crate === 'onefare_core') for (const [module, part] of largest(modules)) print(`  ${module}`, part);
  }
  print('texts and tables of all of them', data);
  print('frame: types, imports, exports', frame);
  const sum = [...crates.values(), data, frame].reduce((one, other) => one + other, 0);
  print('all', sum);
  if (sum !== bytes.length) failure(`the parts have ${sum} bytes, the file ${bytes.length}`);
  note('A function that was inlined counts where it went: much of the rules is in the exports of onefare_wasm.');
}
