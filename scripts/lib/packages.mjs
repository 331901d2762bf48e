// Installs exactly the npm packages of package-lock.json.
import { existsSync } from 'node:fs';
import { at, readJson } from './paths.mjs';
import { mustRun } from './run.mjs';

/** npm keeps a list of what it installed; when it agrees with the lock file there is nothing to do. */
function upToDate() {
  const installed = at('node_modules', '.package-lock.json');
  if (!existsSync(installed)) return false;
  const have = readJson(installed).packages;
  const want = Object.entries(readJson(at('package-lock.json')).packages);
  return want.every(
    ([path, { version, optional }]) => path === '' || have[path]?.version === version || (optional && !have[path]),
  );
}

/** The npm that runs this script, whatever its name on this system; otherwise the one on PATH. */
export function npm(...args) {
  const script = process.env.npm_execpath;
  return script?.endsWith('.js') ? [process.execPath, [script, ...args]] : ['npm', args];
}

export async function packages() {
  if (upToDate()) return;
  // `--include=dev`: NODE_ENV=production must not leave the build tools out.
  await mustRun('Installing npm packages', ...npm('ci', '--include=dev', '--no-audit', '--no-fund'), { log: 'npm-ci' });
}
