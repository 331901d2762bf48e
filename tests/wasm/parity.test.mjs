// Every rule's random cases, as many as every change can afford; `npm run prove -- parity` compares a hundred times more.
import assert from 'node:assert/strict';
import test from 'node:test';
import { compare } from '../parity/compare.mjs';
import { rules } from '../parity/rules.mjs';

const cases = Number(process.env.PARITY_CASES ?? 20_000);
const seed = Number(process.env.PARITY_SEED ?? 20261120);

for (const rule of rules) {
  test(`${cases} random cases of ${rule.name}: native = WASM = oracle (seed ${seed})`, async () => {
    const { compared, found } = await compare(rule, { seed, cases });
    assert.deepEqual(found, []);
    assert.equal(compared, cases);
  });
}
