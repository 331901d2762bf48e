// npm run dev: the shop with pages that change while you type. Vite serves the browser's modules, the running server the
// pages and calls; the script that draws pages in the server is rebuilt on change and the server restarted with it.
import { spawn } from 'node:child_process';
import { statSync } from 'node:fs';
import { furnish, house, serverBundle } from './steps/house.mjs';
import { childEnv, root } from './steps/places.mjs';
import { portsAreFree } from './steps/ports.mjs';
import { Refusal } from './steps/refusal.mjs';

const viteAddress = 'http://localhost:5173';
const children = new Set();
let stopping = false;

function child(command, args, env) {
  const one = spawn(command, args, {
    cwd: root,
    env: childEnv(env),
    stdio: ['ignore', 'inherit', 'inherit'],
    detached: true,
  });
  children.add(one);
  one.once('exit', () => children.delete(one));
  return one;
}

const gone = (one) =>
  one.exitCode === null && one.signalCode === null ? new Promise((done) => one.once('exit', done)) : undefined;

async function stop(one, signal = 'SIGTERM') {
  one.kill(signal);
  await gone(one);
}

/** When the file was last written, or 0 while it is being replaced. */
const written = (file) => statSync(file, { throwIfNoEntry: false })?.mtimeMs ?? 0;

export async function main() {
  await furnish();
  await portsAreFree();
  const binary = await house();
  const vite = child('vite', [
    '--config',
    'web/vite.config.ts',
    '--port',
    '5173',
    '--strictPort',
    '--clearScreen',
    'false',
  ]);
  const drawing = child('vite', ['build', '--config', 'web/vite.server.config.ts', '--watch', '--logLevel', 'warn']);

  const open = () => child(binary, ['serve'], { ONEFARE_DEV_ASSETS: viteAddress });
  let server = open();
  let seen = written(serverBundle);
  let settled = seen;

  return new Promise((answer, fail) => {
    let restarting = false;
    const watch = setInterval(async () => {
      const now = written(serverBundle);
      // Only a file that has stopped changing is a whole one.
      const whole = now === settled && now !== 0;
      settled = now;
      if (!whole || now === seen || restarting || stopping) return;
      seen = now;
      restarting = true;
      console.log('  … the pages changed, the server starts again');
      await stop(server);
      if (!stopping) server = open();
      restarting = false;
    }, 300);

    const finish = async (code) => {
      if (stopping) return;
      stopping = true;
      clearInterval(watch);
      await Promise.all([...children].map((one) => stop(one)));
      answer(code);
    };
    for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP']) process.on(signal, () => finish(0));
    const parent = process.ppid;
    const orphaned = setInterval(() => process.ppid !== parent && finish(0), 500);
    orphaned.unref();
    for (const [name, one] of [
      ['Vite', vite],
      ['The build of the server’s pages', drawing],
    ]) {
      one.once('error', fail);
      one.once('exit', () => {
        if (!stopping) finish(1).then(() => fail(new Refusal(`${name} has ended; what it said is above.`)));
      });
    }
  });
}
