// Every call that pages can make: its vectors' cases, crossed with one another and damaged at random. Both sides must
// agree on the answer, and on which input is invalid.
import * as bundle from '../oracle/bundle.mjs';
import * as money from '../oracle/money.mjs';
import * as priceText from '../oracle/price_text.mjs';
import * as quote from '../oracle/quote.mjs';
import { callNames } from '../wasm/package.mjs';
import { vectors } from '../wasm/vector-files.mjs';
import { damagesBy } from './damage.mjs';
import { dice } from './dice.mjs';

/** Inputs of the vectors by call. */
const inputs = new Map();
const shipped = new Set(callNames());
for (const { call, input } of vectors.flatMap(({ cases }) => cases)) {
  if (!shipped.has(call)) continue;
  inputs.set(call, [...(inputs.get(call) ?? []), input]);
}
const calls = [...inputs.keys()].sort();

const isWhole = (value) => Number.isSafeInteger(value);
const isCount = (value) => isWhole(value) && value >= 0 && value < 2 ** 32;
const isNothing = (value) => value === undefined || value === null;

/** An argument's declared kind, derived from its vectors, and how damage keeps a value of that kind. */
const KINDS = {
  count: { is: isCount, damaged: ({ count }, value) => count(value) },
  counts: {
    is: (value) => Array.isArray(value) && value.every(isCount),
    damaged: ({ count }, value) => value.map(count),
  },
  number: {
    is: (value) => isWhole(value) || isNothing(value),
    damaged: ({ whole }, value) => (isNothing(value) ? value : whole(value)),
  },
  flag: { is: (value) => typeof value === 'boolean', damaged: (_, value) => !value },
  texts: {
    is: (value) => Array.isArray(value) && value.every((item) => typeof item === 'string'),
    damaged: ({ text }, value) => value.map(text),
  },
  text: {
    is: (value) => typeof value === 'string' || isNothing(value),
    damaged: ({ text }, value) => (isNothing(value) ? value : text(value)),
  },
};

/**
 * The kinds of a call's arguments. The binding takes a text, a number or a flag from JavaScript, and converts anything
 * else (-1 as a count is 4294967295) before it reaches a rule; so these keep their kinds. All others, of the kind
 * `undefined`, may become anything.
 */
const declared = new Map(
  calls.map((call) => {
    const given = inputs.get(call);
    const places = [...Array(Math.max(...given.map((input) => input.length))).keys()];
    const kindOf = (place) => Object.values(KINDS).find(({ is }) => given.every((input) => is(input[place])));
    return [call, places.map(kindOf)];
  }),
);

function* requests(seed, count) {
  const chosen = dice(seed);
  const { below, pick, chance } = chosen;
  const damages = damagesBy(chosen);
  for (let index = 0; index < count; index += 1) {
    // In turn, so that every call occurs equally often.
    const call = calls[index % calls.length];
    const given = inputs.get(call);
    const input = [...pick(given)];
    for (const place of input.keys()) {
      if (chance(30)) input[place] = pick(given)[place] ?? input[place];
      if (!chance(40)) continue;
      const kind = declared.get(call)[place];
      for (let times = 1 + below(3); times > 0; times -= 1) {
        input[place] = kind ? kind.damaged(damages, input[place]) : damages.anything(input[place]);
      }
    }
    yield { call, input };
  }
}

/** A refusal by the binding is an answer; a trap is none, and stops the run. */
function answer(side, { call, input }) {
  try {
    return side[call](...input);
  } catch (error) {
    if (error instanceof WebAssembly.RuntimeError)
      throw new Error(`${call}(${JSON.stringify(input)}) trapped: ${error}`);
    return { refused: true };
  }
}

const REFUSED = '{"refused":true}';
const isForeign = (value) => /^[a-z]{3}$/iu.test(value) && money.exponent(value) === undefined;
const oracle = { ...bundle, ...money, ...priceText, ...quote };
const answered = (call) => (request, text) => request.call === call && text !== REFUSED;

/** @type {import('./compare.mjs').Rule} */
export const exports = {
  name: 'exports',
  weight: 7,
  requests,
  answer,
  oracle,
  // The oracle need not know what is no amount at all, nor that currencies are accepted in any case.
  judges: ({ call, input }, native) => call in oracle && native !== REFUSED && !input.some(isForeign),
  kinds: Object.fromEntries(calls.map((call) => [call, answered(call)])),
  rarest: calls.length * 20,
};
