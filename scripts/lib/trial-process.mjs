// One `onefare` process for a trial: starts it, waits until it is ready, collects its output, and ends it with its
// parent.
import { spawn } from 'node:child_process';
import { allocator, root } from './paths.mjs';

const ended = (child) => child.exitCode !== null || child.signalCode !== null;

async function ready(child, url, printed) {
  const since = performance.now();
  while (performance.now() - since < 30_000 && !ended(child)) {
    const answer = await fetch(url).catch(() => undefined);
    if (answer?.ok) return performance.now() - since;
    await new Promise((next) => setTimeout(next, 5));
  }
  throw new Error(`onefare ${child.spawnargs.slice(1).join(' ')} did not become ready; it printed:\n${printed()}`);
}

async function end(child) {
  if (ended(child)) return;
  const gone = new Promise((done) => child.once('exit', done));
  child.kill('SIGTERM');
  const late = setTimeout(() => child.kill('SIGKILL'), 10_000);
  await gone;
  clearTimeout(late);
}

/**
 * Starts `binary` and waits until `url` answers with success. `readyAfter` is in milliseconds.
 * @param {{ binary: string, args: string[], env: Record<string, string>, url: string }} wish
 */
export async function openProcess({ binary, args, env, url }) {
  let text = '';
  const printed = () => text;
  const keep = (chunk) => {
    text += chunk;
  };
  const options = { cwd: root, env: { ...allocator, ...process.env, ...env }, stdio: ['ignore', 'pipe', 'pipe'] };
  const child = spawn(binary, args, options);
  child.stdout.on('data', keep);
  child.stderr.on('data', keep);
  child.once('error', (error) => keep(error.message));
  // A test runner that exits abruptly must not leave processes behind.
  const last = () => child.kill('SIGKILL');
  process.once('exit', last);
  const close = async () => {
    await end(child);
    process.off('exit', last);
  };
  try {
    return { pid: child.pid ?? 0, readyAfter: await ready(child, url, printed), printed, close };
  } catch (error) {
    await close();
    throw error;
  }
}
