// The fault runs judge the shop from outside: they use none of its code, because a mistake there could then hide
// itself.
import { finding, rustCode, sources } from './sources.mjs';

export function faults() {
  const found = [];
  for (const file of sources('tests/faults', '.rs')) {
    rustCode(file).forEach((line, index) => {
      const crate = /\bonefare_(?:core|server|tests)\b/.exec(line)?.[0];
      if (crate) found.push(finding(file, index + 1, `the fault runs must not use ${crate}`));
    });
  }
  return found;
}
