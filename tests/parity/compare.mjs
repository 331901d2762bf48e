// One fare: random cases through the native build, the WASM and the oracle must give the same bytes.
import { canonical } from '../wasm/canonical.mjs';
import { shippedRules } from '../wasm/package.mjs';
import { nativeSide } from './native.mjs';

/**
 * How to compare one rule.
 * @typedef {object} Rule
 * @property {string} name its name in `parity-native`
 * @property {number} weight its share of all cases, relative to the other rules' weights
 * @property {(seed: number, count: number) => Iterable<object>} requests the cases
 * @property {(side: object, request: object) => unknown} answer one side's answer; a side has the names of the WASM
 *   exports
 * @property {object} [oracle] computes the same independently; without one, only native and WASM are compared
 * @property {(request: object, native: string) => boolean} [judges] whether the oracle knows this request; always,
 *   unless said
 * @property {Record<string, (request: object, answer: string) => boolean>} kinds kinds that the cases must cover
 * @property {number} [rarest] once in this many cases suffices for a kind
 */

const BATCH = 1000;
/** A kind that is rarer than once in this many cases proves little, unless the rule says otherwise. */
const RAREST = 200;
/** More differences than this reveal nothing new. */
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
 * Compares `cases` cases of `rule`. Returns the differences, and the kinds covered too rarely, as sentences; `seen`
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
