// Random cases of every rule, as many as every change can afford; `npm run prove -- parity` compares ten times more.
import assert from 'node:assert/strict';
import test from 'node:test';
import { compareInLanes } from '../parity/lanes.mjs';
import { rules } from '../parity/rules.mjs';

const all = Number(process.env.PARITY_CASES ?? 200_000);
const seed = Number(process.env.PARITY_SEED ?? 20261120);
const weights = rules.reduce((sum, { weight }) => sum + weight, 0);

for (const rule of rules) {
  const cases = Math.ceil((all * rule.weight) / weights);
  test(`${cases} random cases of ${rule.name}: native = WASM = oracle (seed ${seed})`, async () => {
    const { compared, found } = await compareInLanes(rule, { seed, cases });
    assert.deepEqual(found, []);
    assert.equal(compared, cases);
  });
}
