// npm run prove: what takes too long for every change. `npm run prove -- faults lighthouse` runs only those, and
// `npm run prove -- hostile/timing planted/use-counted-twice` only these parts of them.
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

/** Each proof that the arguments name, with the names of its parts; none of them: all of it. */
async function chosen(args) {
  const wanted = new Map();
  for (const arg of args.length > 0 ? args : proofs) {
    const [name, part] = arg.split('/', 2);
    if (!proofs.includes(name)) throw new Refusal(`There is no proof ${name}: say ${proofs.join(', ')}.`);
    const all = !part || wanted.get(name)?.length === 0;
    wanted.set(name, all ? [] : [...(wanted.get(name) ?? []), part]);
  }
  const all = [];
  for (const [name, parts] of wanted) {
    const proof = await import(`./proofs/${name}.mjs`);
    if (parts.length > 0 && !proof.parts) throw new Refusal(`${name} has no parts.`);
    const known = proof.parts?.() ?? [];
    const unknown = parts.find((part) => !known.includes(part));
    if (unknown) throw new Refusal(`${name} has no part ${unknown}: say ${known.join(', ')}.`);
    all.push({ name, proof, parts });
  }
  return all;
}

export async function main(args) {
  const wanted = await chosen(args);
  await buildAll();
  const failed = [];
  try {
    for (const { name, proof, parts } of wanted) {
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
