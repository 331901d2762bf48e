// Builds the project in the direction of its imports: core -> wasm -> web, and beside them core -> server, which reads
// the web's output only when it runs. Each step is skipped when nothing it reads has changed, and no step uses the
// network.
import { existsSync, mkdirSync } from 'node:fs';
import { totalmem } from 'node:os';
import { dirname } from 'node:path';
import { packages } from './packages.mjs';
import { at, cargoTarget, serverBinary } from './paths.mjs';
import { prerequisites } from './prerequisites.mjs';
import { Refusal } from './refusal.mjs';
import { mustRun, sideBySide } from './run.mjs';
import { toolchain, wasmTools } from './rust-tools.mjs';
import { unlessFresh } from './stamp.mjs';

const rustSources = [at('Cargo.toml'), at('Cargo.lock'), at('rust-toolchain.toml'), at('core')];
const generated = at('web', 'src', 'rules', 'generated');
export const clientManifest = at('web', 'dist', 'client', '.vite', 'manifest.json');
export const serverBundle = at('web', 'dist', 'server', 'server.js');

/** Installs what every build needs. */
export async function prepare() {
  prerequisites();
  await packages();
  await toolchain();
  await wasmTools();
}

/** The inputs of the WASM build of the rules. */
export const wasmInputs = [...rustSources, at('wasm'), at('package-lock.json')];

/** wasm-pack's arguments; `out` is a folder relative to `wasm`. */
export const packArgs = (out) => [
  ...['build', 'wasm', '--target', 'bundler', '--mode', 'no-install', '--release', '--no-pack'],
  ...['--out-dir', out, '--out-name', 'onefare_wasm'],
];

/** core and wasm, as the package that web/src/rules imports, with the TypeScript types of the wire. */
export async function wasm() {
  const outputs = ['onefare_wasm.d.ts', 'onefare_wasm.js', 'onefare_wasm_bg.js', 'onefare_wasm_bg.wasm'];
  const args = packArgs('../web/src/rules/generated');
  const plan = {
    inputs: wasmInputs,
    outputs: outputs.map((name) => `${generated}/${name}`),
    words: args,
  };
  return unlessFresh('wasm', plan, () => mustRun('Building the rules (WASM)', 'wasm-pack', args, { log: 'wasm' }));
}

/** The browser's files, and the bundle with which the server renders pages. */
export async function web() {
  const settings = ['package-lock.json', 'package.json', 'tsconfig.json'].map((name) => at(name));
  const plan = { inputs: [at('web'), generated, ...settings] };
  const vite = (config) => ['build', '--config', config, '--logLevel', 'warn'];
  const client = vite('web/vite.config.ts');
  const server = vite('web/vite.server.config.ts');
  await unlessFresh('web-client', { ...plan, outputs: [clientManifest], words: client }, () =>
    mustRun('Building the pages for the browser', 'vite', client, { log: 'web-client' }),
  );
  await unlessFresh('web-server', { ...plan, outputs: [serverBundle], words: server }, () =>
    mustRun('Building the pages for the server', 'vite', server, { log: 'web-server' }),
  );
}

/** Web files that the server compiles in: letters and page titles come from the same catalogs as the pages. */
const compiledIn = [at('server'), at('migrations'), at('web', 'src', 'i18n'), at('.cargo')];

/** The server. Builds all default members' features of shared crates, so that `npm test` finds them compiled. */
export async function server() {
  // The compiler needs the folders to exist, not their content.
  for (const file of [clientManifest, serverBundle]) mkdirSync(dirname(file), { recursive: true });
  const binary = serverBinary();
  const args = ['build', '--locked', '--bin', 'onefare'];
  const members = [['tests'], ['tests', 'rules'], ['tests', 'fuzz'], ['tests', 'load'], ['wasm']];
  const manifests = members.map((member) => at(...member, 'Cargo.toml'));
  const plan = {
    inputs: [...rustSources, ...manifests, ...compiledIn],
    outputs: [binary],
    words: [...args, cargoTarget],
  };
  await unlessFresh('server', plan, () => mustRun('Building the server', 'cargo', args, { log: 'server' }));
  if (!existsSync(binary)) throw new Refusal(`The server was built but ${binary} is not there.`);
  return binary;
}

/** Memory for compiling the largest crates in two compilers at once; a machine with less runs one step at a time. */
const ROOMY = 6 * 2 ** 30;

/** The memory this process may use: a container's limit, if any, is below the machine's memory. */
function memory() {
  const limit = process.constrainedMemory?.() || Number.POSITIVE_INFINITY;
  return Math.min(limit, totalmem());
}

/** Everything a running shop needs. */
export async function buildAll() {
  prerequisites();
  await toolchain();
  const pages = async () => {
    await packages();
    await wasmTools();
    await wasm();
    await web();
  };
  if (memory() >= ROOMY) {
    const [, binary] = await sideBySide(pages, server);
    return binary;
  }
  await pages();
  return server();
}
