// Attacks on a running shop and faults of its machine. Each file of the folder `hostile` is one: it prints what it measured
// and says whether the shop held. `export const shows`, `export const databases`, `export async function attack(report)`,
// which answers nothing where this machine cannot play it. ONEFARE_HOSTILE=disk-full,stop plays only those.
import { readdirSync } from 'node:fs';
import { pathToFileURL } from 'node:url';
import { line } from '../steps/long-step.mjs';
import { at } from '../steps/places.mjs';
import { postgres } from '../steps/postgres.mjs';
import { Refusal } from '../steps/refusal.mjs';

export const shows = 'the shop goes on selling and delivering while somebody floods it or its machine fails';
export const takes = '35 minutes';

const folder = at('scripts', 'proofs', 'hostile');

function chosen() {
  const all = readdirSync(folder).map((file) => file.replace('.mjs', ''));
  const wanted = process.env.ONEFARE_HOSTILE?.split(',') ?? all.sort();
  const unknown = wanted.find((name) => !all.includes(name));
  if (unknown) throw new Refusal(`ONEFARE_HOSTILE names ${unknown}: say ${all.join(', ')}.`);
  return wanted;
}

async function play(name, what, attack) {
  console.log(`\n${name}: ${what}`);
  const held = await attack((figure, value) => line('·', figure, value));
  line(
    held === undefined ? '–' : held ? '✓' : '✗',
    name,
    held === undefined ? 'not played here' : held ? 'held' : 'did not hold',
  );
  return held !== false;
}

export async function prove() {
  let good = true;
  const before = process.env.ONEFARE_TEST_DATABASE;
  for (const name of chosen()) {
    const {
      shows: what,
      databases,
      attack,
    } = await import(pathToFileURL(at('scripts', 'proofs', 'hostile', `${name}.mjs`)).href);
    for (const database of databases) {
      if (database === 'postgres') await postgres();
      process.env.ONEFARE_TEST_DATABASE = database;
      good = (await play(`${name}, ${database}`, what, attack)) && good;
    }
  }
  if (before === undefined) delete process.env.ONEFARE_TEST_DATABASE;
  else process.env.ONEFARE_TEST_DATABASE = before;
  return good;
}
