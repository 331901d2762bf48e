// Starts `hold-sockets.mjs`, a program of its own that holds many hostile connections.
import { spawn } from 'node:child_process';
import { pause } from './hostile-buyer.mjs';
import { at } from './paths.mjs';

/**
 * Starts the holder and waits, for a minute at most, until it has opened all connections once.
 * @returns {Promise<{ count: () => Promise<{ held: number, lowest: number, opened: number }>, end: () => Promise<unknown> }>}
 */
export async function hold(kind, port, wanted) {
  const program = at('scripts', 'lib', 'hold-sockets.mjs');
  const child = spawn(process.execPath, [program, kind, port, wanted].map(String), {
    stdio: ['pipe', 'pipe', 'inherit'],
  });
  const count = () =>
    new Promise((done) => {
      child.stdout.once('data', (data) => done(JSON.parse(data.toString())));
      child.stdin.write('?\n');
    });
  const since = performance.now();
  while ((await count()).opened < wanted && performance.now() - since < 60_000) await pause(500);
  const gone = new Promise((done) => child.once('exit', done));
  const end = () => {
    child.kill('SIGKILL');
    return gone;
  };
  return { count, end };
}
