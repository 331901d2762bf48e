// Compares as many random cases as asked, on every core: npm run parity -- [--cases N] [--seed S] [rule ...] Exits with
// code 1 when anything differs.
import { availableParallelism } from 'node:os';
import { parseArgs } from 'node:util';
import { compare } from './compare.mjs';
import { compareInLanes } from './lanes.mjs';
import { rules } from './rules.mjs';

/** The number of rarest kinds to print. */
const SHOWN = 6;

const spaced = (number) => Math.round(number).toLocaleString('en');

/** A comparison that cannot fail proves nothing: it must detect a side that answers wrongly now and then. */
async function findsLies(rule, seed) {
  const sides = rule.oracle ? ['WASM', 'oracle'] : ['WASM'];
  for (const liar of sides) {
    let asked = 0;
    const answer = (side, request) => {
      const honest = rule.answer(side, request);
      if ((side === rule.oracle) !== (liar === 'oracle') || honest === undefined) return honest;
      asked += 1;
      return asked % 10 === 0 ? { lie: true } : honest;
    };
    const { found } = await compare({ ...rule, answer }, { seed, cases: 2000 });
    if (!found.some((difference) => difference.includes('{"lie":true}'))) return false;
  }
  return true;
}

const { values, positionals } = parseArgs({
  options: {
    cases: { type: 'string', default: '200000' },
    seed: { type: 'string', default: '20261120' },
    lanes: { type: 'string', default: String(availableParallelism()) },
  },
  allowPositionals: true,
});
const { cases, seed, lanes } = Object.fromEntries(Object.entries(values).map(([key, text]) => [key, Number(text)]));
if (!(Number.isSafeInteger(cases) && cases > 0 && Number.isSafeInteger(seed) && Number.isSafeInteger(lanes))) {
  throw new Error('--cases wants a whole number above 0, --seed and --lanes whole numbers');
}
const unknown = positionals.filter((name) => !rules.some((rule) => rule.name === name));
if (unknown.length > 0) throw new Error(`no such rule: ${unknown.join(', ')}`);

const asked = rules.filter(({ name }) => positionals.length === 0 || positionals.includes(name));
const weights = asked.reduce((sum, { weight }) => sum + weight, 0);
let differences = 0;
for (const rule of asked) {
  const some = Math.ceil((cases * rule.weight) / weights);
  const found = (await findsLies(rule, seed)) ? [] : ['wrong answers were not found'];
  const result = await compareInLanes(rule, { seed, cases: some, lanes });
  found.push(...result.found);
  const speed = `${spaced(result.seconds)} s, ${spaced(result.compared / result.seconds)} cases a second`;
  console.log(`${rule.name}: ${spaced(result.compared)} cases compared in ${speed}, seed ${seed}, ${lanes} lanes`);
  const kinds = Object.entries(result.seen).sort(([, left], [, right]) => left - right);
  const rarest = kinds.slice(0, SHOWN).map(([kind, times]) => `${kind} ${spaced(times)}`);
  console.log(`  among them ${kinds.length} kinds, the rarest: ${rarest.join(', ')}`);
  for (const difference of found) console.log(difference);
  differences += found.length;
}
console.log(differences === 0 ? '  nothing differs' : `  ${differences} differences`);
process.exitCode = differences === 0 ? 0 : 1;
