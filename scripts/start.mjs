// npm start: installs what this machine lacks, then runs the shop with its sandbox on http://localhost:8080.
import { buildAll } from './lib/build.mjs';
import { portsAreFree } from './lib/ports.mjs';
import { prerequisites } from './lib/prerequisites.mjs';
import { serve } from './lib/serve.mjs';

export async function main(args) {
  prerequisites();
  await portsAreFree();
  const binary = await buildAll();
  return serve(binary, ['serve', ...args]);
}
