// The rules are pure: no floats, no clock, no randomness, nothing of the outside.
import { finding, rustCode, sources } from './sources.mjs';

const banned = [
  [/\bf(32|64)\b/, 'no floats in the rules: money is whole minor units, percentages are decimals'],
  [/\b(SystemTime|Instant)\b|\b(Utc|Local)::now\b/, 'no clock in the rules: take `now` as an argument'],
  [/\brand::|\bgetrandom\b/, 'no randomness in the rules'],
  [/\bstd::(fs|net|env|process|thread)\b|\btokio\b|\basync\s+fn\b/, 'no outside world in the rules'],
];

export function core() {
  const files = [...sources('core/src', '.rs'), ...sources('wasm/src', '.rs')];
  return files.flatMap((file) => {
    // JavaScript's numbers are floats: the binding converts them, the rules never see one.
    const rules = file.includes('/core/') ? banned : banned.slice(1);
    return rustCode(file).flatMap((line, index) =>
      rules.filter(([pattern]) => pattern.test(line)).map(([, why]) => finding(file, index + 1, why)),
    );
  });
}
