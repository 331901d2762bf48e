// npm run prove: what takes too long for every change. `npm run prove -- faults lighthouse` runs only those.
import { buildAll } from './lib/build.mjs';
import { stopPostgres } from './lib/postgres.mjs';
import { Refusal } from './lib/refusal.mjs';
import { line, seconds } from './lib/run.mjs';

const proofs = [
  'faults',
  'planted',
  'parity',
  'fuzz',
  'mutants',
  'letters',
  'prices',
  'pages',
  'lighthouse',
  'hostile',
  'sign-in',
];

export async function main(args) {
  const unknown = args.filter((name) => !proofs.includes(name));
  if (unknown.length > 0) throw new Refusal(`There is no proof ${unknown.join(', ')}: say ${proofs.join(', ')}.`);
  await buildAll();
  const failed = [];
  try {
    for (const name of args.length > 0 ? args : proofs) {
      const proof = await import(`./proofs/${name}.mjs`);
      const since = performance.now();
      console.log(`\n${name}: ${proof.shows} (about ${proof.takes})`);
      const good = await proof.prove();
      line(good ? '✓' : '✗', name, seconds(since));
      if (!good) failed.push(name);
    }
  } finally {
    await stopPostgres();
  }
  console.log(failed.length === 0 ? '\nEverything asked for is proven.' : `\nNot proven: ${failed.join(', ')}.`);
  return failed.length === 0 ? 0 : 1;
}
