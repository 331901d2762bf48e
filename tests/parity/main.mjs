// Compares as many random cases as asked, on every core: node tests/parity/main.mjs [--cases N] [--seed S] [rule ...]
// Ends with code 1 when anything differs.
import { availableParallelism } from 'node:os';
import { parseArgs } from 'node:util';
import { isMainThread, parentPort, Worker, workerData } from 'node:worker_threads';
import { proofRules } from '../wasm/proof-package.mjs';
import { compare } from './compare.mjs';
import { rules } from './rules.mjs';

const spaced = (number) => Math.round(number).toLocaleString('en');

/** A comparison that cannot fail proves nothing: an oracle that is wrong once in a thousand cases must be found. */
async function findsOneLie(rule, seed) {
  const liar = {};
  let asked = 0;
  const answer = (side, request) => {
    if (side !== liar) return rule.answer(side, request);
    asked += 1;
    return asked === 777 ? { lie: true } : rule.answer(rule.oracle ?? side, request);
  };
  const { found } = await compare({ ...rule, answer, oracle: liar }, { seed, cases: 1000 });
  return found.length === 2 && found[0].startsWith('native: ') && found[1].startsWith('WASM: ');
}

/** One worker compares a share of the cases with a seed of its own. */
function share(name, seed, cases) {
  return new Promise((done, fail) => {
    const worker = new Worker(new URL(import.meta.url), { workerData: { name, seed, cases } });
    worker.once('message', done);
    worker.once('error', fail);
  });
}

async function compareAll(rule, seed, cases) {
  const lanes = Math.max(1, Math.min(availableParallelism(), Math.floor(cases / 10_000)));
  const since = performance.now();
  const shares = Array.from({ length: lanes }, (_, lane) => {
    const size = Math.floor(cases / lanes) + (lane < cases % lanes ? 1 : 0);
    return share(rule.name, seed + lane, size);
  });
  const results = await Promise.all(shares);
  const seconds = (performance.now() - since) / 1000;
  const compared = results.reduce((sum, result) => sum + result.compared, 0);
  const kinds = Object.keys(rule.kinds).map((kind) => {
    const times = results.reduce((sum, { seen }) => sum + seen[kind], 0);
    return `${kind} ${spaced(times)}`;
  });
  const speed = `${spaced(seconds)} s, ${spaced(compared / seconds)} cases a second, seed ${seed}`;
  console.log(`${rule.name}: ${spaced(compared)} cases compared in ${speed}`);
  console.log(`  among them: ${kinds.join(', ')}`);
  return results.flatMap(({ found }) => found);
}

async function main() {
  const { values, positionals } = parseArgs({
    options: { cases: { type: 'string', default: '20000' }, seed: { type: 'string', default: '20261120' } },
    allowPositionals: true,
  });
  const [cases, seed] = [Number(values.cases), Number(values.seed)];
  if (!(Number.isSafeInteger(cases) && cases > 0 && Number.isSafeInteger(seed))) {
    throw new Error('--cases wants a whole number above 0, --seed a whole number');
  }
  const unknown = positionals.filter((name) => !rules.some((rule) => rule.name === name));
  if (unknown.length > 0) throw new Error(`no such rule: ${unknown.join(', ')}`);
  // Built once here, so that the workers find it.
  await proofRules();
  let good = true;
  for (const rule of rules.filter(({ name }) => positionals.length === 0 || positionals.includes(name))) {
    const found = (await findsOneLie(rule, seed)) ? [] : ['one wrong answer in a thousand was not found'];
    found.push(...(await compareAll(rule, seed, cases)));
    for (const difference of found) console.log(difference);
    good &&= found.length === 0;
  }
  return good ? 0 : 1;
}

if (isMainThread) process.exitCode = await main();
else {
  const { name, seed, cases } = workerData;
  const rule = rules.find((one) => one.name === name);
  parentPort.postMessage(await compare(rule, { seed, cases }));
}
