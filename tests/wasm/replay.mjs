// Replays vectors through a build of the rules. Node and a browser both load this file, so it uses the API of neither.
import { canonical } from './canonical.mjs';

/** Binds a package of the bundler kind by hand, the way a bundler would. */
export async function bind(glue, binary) {
  const { instance } = await WebAssembly.instantiate(binary, { './onefare_wasm_bg.js': glue });
  glue.__wbg_set_wasm(instance.exports);
  instance.exports.__wbindgen_start();
  return glue;
}

/** Every case whose answer differs from the file's, byte for byte. */
export function differences(cases, rules) {
  return cases.flatMap(({ name, call, input, expect }) => {
    const [got, wanted] = [canonical(rules[call](...input)), canonical(expect)];
    return got === wanted ? [] : [`${name} (${call}): expected ${wanted}, got ${got}`];
  });
}
