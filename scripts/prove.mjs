// npm run prove: the proofs that take too long for every change. `npm run prove -- faults lighthouse` runs only those,
// and `npm run prove -- hostile/timing planted/use-counted-twice` only these parts of them.
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

/** Each proof that the arguments name, with its named parts or all of them. */
async function chosen(args) {
  const wanted = new Map();
  for (const arg of args.length > 0 ? args : proofs) {
    const [name, part] = arg.split('/', 2);
    if (!proofs.includes(name)) throw new Refusal(`There is no proof ${name}: say ${proofs.join(', ')}.`);
    const proof = await import(`./proofs/${name}.mjs`);
    const known = proof.parts?.() ?? [];
    if (part && !known.includes(part))
      throw new Refusal(`${name} has no part ${part}: say ${known.join(', ') || name}.`);
    const { parts } = wanted.get(name) ?? { parts: new Set() };
    for (const one of part ? [part] : known) parts.add(one);
    wanted.set(name, { proof, parts });
  }
  return wanted;
}

export async function main(args) {
  const wanted = await chosen(args);
  await buildAll();
  const failed = [];
  try {
    for (const [name, { proof, parts }] of wanted) {
      const since = performance.now();
      console.log(`\n${name}: ${proof.shows} (about ${proof.takes})`);
      const good = await proof.prove(parts);
      line(good ? '✓' : '✗', name, seconds(since));
      if (!good) failed.push(name);
    }
  } finally {
    await stopPostgres();
  }
  console.log(failed.length === 0 ? '\nEverything asked for is proven.' : `\nNot proven: ${failed.join(', ')}.`);
  return failed.length === 0 ? 0 : 1;
}
