// Plays attacks. Each file of a folder is one: `export const shows`, `export const databases`, and
// `export async function attack(report)`, which prints what it measured by `report(figure, value)` and returns whether
// the shop held, or undefined where this machine cannot play it.
import { readdirSync } from 'node:fs';
import { pathToFileURL } from 'node:url';
import { at } from './paths.mjs';
import { postgres } from './postgres.mjs';
import { line } from './run.mjs';

/** The names of the attacks in `scripts/proofs/<name>`. */
export const attacks = (name) =>
  readdirSync(at('scripts', 'proofs', name))
    .map((file) => file.replace('.mjs', ''))
    .sort();

async function play(name, what, attack) {
  console.log(`\n${name}: ${what}`);
  const held = await attack((figure, value) => line('·', figure, value));
  const mark = held === undefined ? '–' : held ? '✓' : '✗';
  line(mark, name, held === undefined ? 'not played here' : held ? 'held' : 'did not hold');
  return held !== false;
}

/** Plays the chosen attacks of `scripts/proofs/<name>`, each on its databases. */
export async function playAttacks(name, chosen) {
  const before = process.env.ONEFARE_TEST_DATABASE;
  let good = true;
  for (const one of chosen) {
    const { shows, databases, attack } = await import(pathToFileURL(at('scripts', 'proofs', name, `${one}.mjs`)).href);
    for (const database of databases) {
      if (database === 'postgres') await postgres();
      process.env.ONEFARE_TEST_DATABASE = database;
      good = (await play(`${one}, ${database}`, shows, attack)) && good;
    }
  }
  if (before === undefined) delete process.env.ONEFARE_TEST_DATABASE;
  else process.env.ONEFARE_TEST_DATABASE = before;
  return good;
}
