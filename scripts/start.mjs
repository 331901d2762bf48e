// npm start: whatever this machine lacks, then the shop with its sandbox on http://localhost:8080.
import { house } from './steps/house.mjs';
import { portsAreFree } from './steps/ports.mjs';
import { prerequisites } from './steps/prerequisites.mjs';
import { serve } from './steps/serve.mjs';

export async function main(args) {
  prerequisites();
  await portsAreFree();
  const binary = await house();
  return serve(binary, ['serve', ...args]);
}
