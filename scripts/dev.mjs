// npm run dev: the shop with hot-reloaded pages. The running server answers pages and calls; with ONEFARE_DEV_ASSETS it
// leaves rendering to the browser, whose modules come from Vite.
import { spawn } from 'node:child_process';
import { buildAll } from './lib/build.mjs';
import { childEnv, root } from './lib/paths.mjs';
import { portsAreFree } from './lib/ports.mjs';
import { prerequisites } from './lib/prerequisites.mjs';
import { Refusal } from './lib/refusal.mjs';
import { serve } from './lib/serve.mjs';

// The origin that web/vite.config.ts sets for its files.
const vite = {
  address: 'http://localhost:5173',
  args: ['--config', 'web/vite.config.ts', '--port', '5173', '--strictPort'],
};

export async function main() {
  prerequisites();
  await portsAreFree();
  const binary = await buildAll();
  const options = { cwd: root, env: childEnv(), stdio: ['ignore', 'inherit', 'inherit'], detached: true };
  const pages = spawn('vite', [...vite.args, '--clearScreen', 'false'], options);
  const stop = () => pages.kill('SIGTERM');
  process.once('exit', stop);
  const gone = new Promise((_, fail) => {
    const sentence = 'Vite has ended, so pages would not change any more; what it said is above.';
    pages.once('error', () => fail(new Refusal(sentence)));
    pages.once('exit', () => fail(new Refusal(sentence)));
  });
  try {
    return await Promise.race([serve(binary, ['serve'], { ONEFARE_DEV_ASSETS: vite.address }), gone]);
  } finally {
    pages.removeAllListeners('exit');
    stop();
  }
}
