// One fare: random cases answered natively, through the WASM, and by the oracle must be the same bytes.
import { canonical } from '../wasm/canonical.mjs';
import { shippedRules } from '../wasm/package.mjs';
import { nativeSide } from './native.mjs';

/**
 * What is compared for one rule.
 * @typedef {object} Rule
 * @property {string} name as `parity-native` knows it
 * @property {number} weight its part of all cases, beside the other rules' weights
 * @property {(seed: number, count: number) => Iterable<object>} requests the cases
 * @property {(side: object, request: object) => unknown} answer one side's answer; a side has the names of the WASM
 * @property {object} [oracle] computes the same another way; without one, natively and WASM are compared alone
 * @property {(request: object, native: string) => boolean} [judges] whether the oracle knows this request; always,
 *   unless said
 * @property {Record<string, (request: object, answer: string) => boolean>} kinds what the cases must have met
 * @property {number} [rarest] once in so many cases is often enough for a kind
 */

const BATCH = 1000;
/** A kind that is rarer than once in so many cases proves little, unless the rule says otherwise. */
const RAREST = 200;
/** More differences than these say nothing new. */
const ENOUGH = 10;

function* batches(requests) {
  let batch = [];
  for (const request of requests) {
    batch.push(request);
    if (batch.length < BATCH) continue;
    yield batch;
    batch = [];
  }
  if (batch.length > 0) yield batch;
}

/**
 * Compares `cases` cases of `rule`. Answers what differed, and kinds that were met too rarely, as sentences; `seen`
 * counts the kinds.
 * @param {Rule} rule
 */
export async function compare(rule, { seed, cases }) {
  const { oracle, judges = () => true } = rule;
  const wasm = await shippedRules();
  const native = nativeSide(rule.name);
  const seen = Object.fromEntries(Object.keys(rule.kinds).map((kind) => [kind, 0]));
  const found = [];
  let compared = 0;
  for (const batch of batches(rule.requests(seed, cases))) {
    const natively = native.ask(batch);
    const ours = batch.map((request) => canonical(rule.answer(wasm, request)));
    const theirs = oracle && batch.map((request) => canonical(rule.answer(oracle, request)));
    for (const [index, text] of (await natively).entries()) {
      const wanted = theirs && judges(batch[index], text) ? theirs[index] : text;
      const differing = { native: text, WASM: ours[index] };
      for (const [side, got] of Object.entries(differing)) {
        if (got === wanted) continue;
        found.push(`${side}: ${JSON.stringify(batch[index])} (seed ${seed})\n  wanted ${wanted}\n  got    ${got}`);
      }
      for (const [kind, is] of Object.entries(rule.kinds)) seen[kind] += is(batch[index], wanted) ? 1 : 0;
    }
    compared += batch.length;
    if (found.length >= ENOUGH) break;
  }
  await native.end();
  if (found.length === 0) {
    const rare = Object.entries(seen).filter(([, times]) => times < cases / (rule.rarest ?? RAREST));
    found.push(...rare.map(([kind, times]) => `${kind} was met only ${times} times in ${cases} cases`));
  }
  return { compared, seen, found };
}
