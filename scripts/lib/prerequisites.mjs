// What the machine must have: rustup and a C compiler (scripts/run.mjs has checked Node). Reports one sentence for each
// that is missing.

import { existsSync } from 'node:fs';
import { at, onPath } from './paths.mjs';
import { Refusal } from './refusal.mjs';

const compilerHint = {
  darwin: 'get it with `xcode-select --install`',
  win32: 'get the "Desktop development with C++" workload of the Visual Studio Build Tools',
};

export function prerequisites() {
  const missing = [];
  if (!onPath('rustup') && !(onPath('cargo') && onPath('rustc'))) {
    missing.push(
      'rustup is missing: the rules and the server are written in Rust and rustup brings the compiler; get it from https://rustup.rs.',
    );
  }
  const compilers = process.env.CC ? [process.env.CC.split(' ')[0]] : ['cc', 'gcc', 'clang', 'cl'];
  if (!compilers.some((name) => onPath(name) ?? (existsSync(name) || undefined))) {
    const how =
      compilerHint[process.platform] ??
      'get it with `apt-get install gcc libc6-dev`, or your system’s own package of gcc or clang';
    missing.push(`A C compiler is missing: SQLite and the page renderer are compiled from C; ${how}.`);
  }
  if (!existsSync(at('Cargo.lock')) || !existsSync(at('package-lock.json'))) {
    missing.push(
      'Cargo.lock or package-lock.json is missing: exact versions come from them; take a complete copy of the project.',
    );
  }
  if (missing.length > 0) throw new Refusal(missing.join('\n'));
}
