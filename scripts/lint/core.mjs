// The rules are pure: no floats, clock, randomness or outside world, and no wire types.
import { graphOfFiles, modulesOf } from './circles.mjs';
import { finding, rustCode, sources } from './sources.mjs';

const banned = [
  [/\bf(32|64)\b/, 'no floats in the rules: money is whole minor units, percentages are decimals'],
  [/\b(SystemTime|Instant)\b|\b(Utc|Local)::now\b/, 'no clock in the rules: take `now` as an argument'],
  [/\brand::|\bgetrandom\b/, 'no randomness in the rules'],
  [/\bstd::(fs|net|env|process|thread)\b|\btokio\b|\basync\s+fn\b/, 'no outside world in the rules'],
];

/** Uses of the wire by a rule, as `[from, to]`: the wire converts, so it knows the rules and no rule knows it. */
export function ontoWire(graph) {
  const isWire = (module) => /^wire(::|$)/.test(module);
  return [...graph].flatMap(([from, targets]) =>
    isWire(from) ? [] : [...targets].filter(isWire).map((to) => [from, to]),
  );
}

function rulesOntoWire() {
  const files = modulesOf('core/src');
  return ontoWire(graphOfFiles(files)).map(([from, to]) =>
    finding(files.get(from), 1, `${from} must not use ${to}: the wire converts into what the rules take`),
  );
}

export function core() {
  const files = [...sources('core/src', '.rs'), ...sources('wasm/src', '.rs')];
  const impure = files.flatMap((file) => {
    // JavaScript's numbers are floats: the binding converts them, the rules never see one.
    const rules = file.includes('/core/') ? banned : banned.slice(1);
    return rustCode(file).flatMap((line, index) =>
      rules.filter(([pattern]) => pattern.test(line)).map(([, why]) => finding(file, index + 1, why)),
    );
  });
  return [...impure, ...rulesOntoWire()];
}
