// Seeded randomness for the generators of random cases: the same seed gives the same cases everywhere.

/** mulberry32: small, and good enough to choose cases. Gives fractions from 0 to below 1. */
function fractions(seed) {
  let state = seed;
  return () => {
    state = (state + 0x6d2b79f5) | 0;
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state);
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed;
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32;
  };
}

/** The random choices that generators use. */
export function dice(seed) {
  const next = fractions(seed);
  const below = (limit) => Math.floor(next() * limit);
  return {
    /** A whole number from 0 to below `limit`. */
    below,
    /** One item of the list. */
    pick: (list) => list[below(list.length)],
    /** True in this percentage of cases. */
    chance: (percent) => below(100) < percent,
  };
}
