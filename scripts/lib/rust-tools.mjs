// The pinned toolchain with its wasm32 target, wasm-pack, and the wasm-bindgen tool of exactly the version that
// Cargo.lock names: the two halves of wasm-bindgen require equal versions.
import { execFileSync } from 'node:child_process';
import { existsSync, mkdirSync, readFileSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { at, childEnv, onPath, root, toolBinary, tools, toolsBuild } from './paths.mjs';
import { Refusal } from './refusal.mjs';
import { line, mustRun, run, tail } from './run.mjs';
import { unlessFresh } from './stamp.mjs';

const wasmTarget = 'wasm32-unknown-unknown';
const wasmPackVersion = '0.15.1';

function ask(command, args, env = {}) {
  try {
    const options = { cwd: root, env: childEnv(env), encoding: 'utf8', stdio: ['ignore', 'pipe', 'ignore'] };
    return execFileSync(command, args, options).trim();
  } catch {
    return '';
  }
}

const channel = () => /channel\s*=\s*"([^"]+)"/.exec(readFileSync(at('rust-toolchain.toml'), 'utf8'))?.[1];

/** What of the toolchain is there. Asked with automatic installation off, so that asking downloads nothing. */
function present() {
  const sysroot = ask('rustc', ['--print', 'sysroot'], { RUSTUP_AUTO_INSTALL: '0' });
  return {
    compiler: sysroot !== '',
    target: sysroot !== '' && existsSync(join(sysroot, 'lib', 'rustlib', wasmTarget, 'lib')),
    lints: existsSync(join(sysroot, 'bin', 'cargo-clippy')) && existsSync(join(sysroot, 'bin', 'cargo-fmt')),
  };
}

/** The toolchain of rust-toolchain.toml. A closed network is no reason to stop when all of it is already here. */
export async function toolchain() {
  const before = present();
  if (before.compiler && before.target && before.lints) return;
  const rust = `Rust ${channel()} with ${wasmTarget}`;
  if (!onPath('rustup')) throw new Refusal(`${rust} is missing, and rustup is not there to fetch it.`);
  const what = `Installing ${rust}`;
  // Adding only the target asks for less, which matters where a mirror carries nothing but the newest release.
  const attempts = [['toolchain', 'install', '--no-self-update']];
  if (before.compiler && before.lints) attempts.unshift(['target', 'add', wasmTarget, '--toolchain', channel()]);
  let result;
  for (const args of attempts) {
    result = await run(what, 'rustup', args, { log: 'toolchain' });
    const now = present();
    if (now.compiler && now.target && now.lints) return line('✓', what, result.took);
  }
  const now = present();
  // Building and running need neither rustfmt nor clippy; `npm run check` will say so itself.
  if (now.compiler && now.target) return line('!', 'rustfmt or clippy is missing', 'only `npm run check` needs them');
  console.log(tail(result.output));
  throw new Refusal(`${rust} could not be installed; run \`rustup toolchain install\` in this folder to see why.`);
}

/** The version of wasm-bindgen in Cargo.lock. */
export function bindgenVersion() {
  const lock = readFileSync(at('Cargo.lock'), 'utf8');
  const version = /name = "wasm-bindgen"\nversion = "([^"]+)"/.exec(lock)?.[1];
  if (!version) throw new Refusal('Cargo.lock does not name wasm-bindgen; is this the whole project?');
  return version;
}

const answers = (path, version) => path !== undefined && ask(path, ['--version']).split(' ').includes(version);

/**
 * One `cargo install` into target/tools. Newest dependencies first, because both tools then share most of them. Only
 * the named program: wasm-bindgen's package has two more, which nothing here uses.
 */
async function install({ crate, binary = crate, version }) {
  const what = `Building ${crate} ${version}`;
  // Prefer a quick compile to a quick tool: each runs for a fraction of a second.
  const env = {
    CARGO_TARGET_DIR: toolsBuild,
    CARGO_INCREMENTAL: '0',
    CARGO_PROFILE_DEV_DEBUG: 'false',
    CARGO_PROFILE_DEV_DEBUG_ASSERTIONS: 'false',
    CARGO_PROFILE_DEV_OVERFLOW_CHECKS: 'false',
  };
  const args = ['install', '--debug', '--root', tools, crate, '--version', `=${version}`, '--bin', binary];
  const first = await run(what, 'cargo', args, { log: crate, env });
  if (first.code === 0) return line('✓', what, first.took);
  // A new release of a dependency may break it: then fall back to the versions its author tested.
  await mustRun(`${what}, locked`, 'cargo', [...args, '--locked'], { log: `${crate}-locked`, env });
}

/** wasm-pack and wasm-bindgen, from target/tools or, in exactly these versions, from PATH. */
export async function wasmTools() {
  const wanted = [
    { crate: 'wasm-bindgen-cli', binary: 'wasm-bindgen', version: bindgenVersion() },
    { crate: 'wasm-pack', binary: 'wasm-pack', version: wasmPackVersion },
  ];
  const outputs = wanted.map(({ binary }) => onPath(binary) ?? toolBinary(binary));
  const words = wanted.map(({ crate, version }) => `${crate} ${version}`);
  await unlessFresh('wasm-tools', { outputs, words }, async () => {
    mkdirSync(tools, { recursive: true });
    for (const { crate, binary, version } of wanted) {
      if (!answers(onPath(binary), version)) await install({ crate, binary, version });
    }
    rmSync(toolsBuild, { recursive: true, force: true });
  });
}

/** A tool that only one command needs, built into target/tools on first use. */
export async function toolFor({ crate, version }) {
  await unlessFresh(crate, { outputs: [toolBinary(crate)], words: [version] }, async () => {
    mkdirSync(tools, { recursive: true });
    await install({ crate, version });
    rmSync(toolsBuild, { recursive: true, force: true });
  });
}
