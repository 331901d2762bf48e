// Runs the server in the foreground and forwards Ctrl-C to it.
import { spawn } from 'node:child_process';
import { childEnv, root } from './paths.mjs';

/**
 * Runs the server until it ends by itself or a signal stops it. It gets a process group of its own, so that Ctrl-C
 * reaches only this process, which forwards it once; otherwise the server would receive it twice and might take the
 * second as "at once".
 */
export function serve(binary, args = ['serve'], env = {}) {
  const child = spawn(binary, args, { cwd: root, env: childEnv(env), stdio: 'inherit', detached: true });
  let asked = false;
  const pass = (signal) => () => {
    if (!asked) child.kill(signal);
    asked = true;
  };
  const handlers = { SIGINT: pass('SIGINT'), SIGTERM: pass('SIGTERM'), SIGHUP: pass('SIGTERM') };
  for (const [signal, handler] of Object.entries(handlers)) process.on(signal, handler);
  const forget = () => child.kill('SIGTERM');
  process.on('exit', forget);
  // npm passes a signal to the shell between us, which ends without forwarding it: our parent process changes then.
  const parent = process.ppid;
  const watch =
    process.env.npm_lifecycle_event && setInterval(() => process.ppid !== parent && handlers.SIGTERM(), 500);
  return new Promise((answer, fail) => {
    child.once('error', fail);
    child.once('exit', (code, signal) => {
      clearInterval(watch);
      for (const [name, handler] of Object.entries(handlers)) process.off(name, handler);
      process.off('exit', forget);
      // Ending after a signal from the terminal is a success.
      answer(asked && (code === null || code === 0) ? 0 : (code ?? (signal ? 1 : 0)));
    });
  });
}
