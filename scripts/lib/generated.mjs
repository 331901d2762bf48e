// Generated files must agree with their sources.
import { execFileSync } from 'node:child_process';
import { existsSync, readFileSync } from 'node:fs';
import { at, childEnv, readJson, root, shown } from './paths.mjs';
import { openShop } from './trial-shop.mjs';

function lockFiles() {
  const found = [];
  try {
    execFileSync('cargo', ['metadata', '--locked', '--format-version', '1'], {
      cwd: root,
      env: childEnv(),
      stdio: ['ignore', 'ignore', 'pipe'],
      maxBuffer: 1 << 28,
    });
  } catch (error) {
    found.push(`Cargo.lock does not agree with the manifests: ${`${error.stderr}`.trim().split('\n').at(-1)}`);
  }
  const wanted = readJson(at('package.json'));
  const locked = readJson(at('package-lock.json')).packages[''];
  for (const kind of ['dependencies', 'devDependencies']) {
    if (JSON.stringify(wanted[kind]) === JSON.stringify(locked[kind])) continue;
    found.push(`package-lock.json does not agree with the ${kind} of package.json: run npm install and commit it`);
  }
  return found;
}

function wireTypes() {
  const file = at('web', 'src', 'rules', 'generated', 'onefare_wasm.d.ts');
  if (!existsSync(file)) return [`${shown(file)} is missing: the WASM build did not write its types`];
  const text = readFileSync(file, 'utf8');
  const missing = ['Page', 'InitialData', 'ProblemBody'].filter(
    (name) => !new RegExp(`\\b(interface|type) ${name}\\b`).test(text),
  );
  return missing.map((name) => `${shown(file)} does not describe ${name}, which core/src/wire does`);
}

/** A committed description of the calls must equal the one the handlers give. */
async function description() {
  const list = execFileSync('git', ['ls-files', '*openapi.json'], { cwd: root, encoding: 'utf8' })
    .split('\n')
    .filter(Boolean);
  if (list.length === 0) return [];
  const { shop, close } = await openShop();
  try {
    const given = JSON.stringify(await (await fetch(`${shop.url}/openapi.json`)).json());
    const stale = list.filter((path) => JSON.stringify(readJson(at(path))) !== given);
    return stale.map((path) => `${path} is not what the handlers describe: save /openapi.json of a running shop there`);
  } finally {
    await close();
  }
}

export const staleness = async () => [...lockFiles(), ...wireTypes(), ...(await description())];
