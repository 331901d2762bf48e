// Few combinations in which every two values of different factors meet at least once. Most faults need only two
// factors, and all combinations of pages, languages, colours and widths would take an hour.

export type Factors = Record<string, readonly unknown[]>;
export type Case<F extends Factors> = { [Name in keyof F]: F[Name][number] };

/** Every combination, in a fixed order. */
export function every<F extends Factors>(factors: F): Case<F>[] {
  return Object.entries(factors).reduce<Case<F>[]>(
    (cases, [name, values]) => cases.flatMap((one) => values.map((value) => ({ ...one, [name]: value }))),
    [{} as Case<F>],
  );
}

/** Repeatedly takes the first combination that covers the most pairs not covered yet. */
export function pairwise<F extends Factors>(factors: F): Case<F>[] {
  const names = Object.keys(factors);
  const pairsOf = (one: Case<F>) =>
    names.flatMap((first, place) =>
      names.slice(place + 1).map((second) => JSON.stringify([first, one[first], second, one[second]])),
    );
  const open = every(factors).map((one) => ({ one, pairs: pairsOf(one) }));
  const missing = new Set(open.flatMap(({ pairs }) => pairs));
  const most = (names.length * (names.length - 1)) / 2;
  const chosen: Case<F>[] = [];
  while (missing.size > 0) {
    let best = { count: 0, place: 0 };
    for (const [place, { pairs }] of open.entries()) {
      const count = pairs.filter((pair) => missing.has(pair)).length;
      if (count > best.count) best = { count, place };
      if (count === most) break;
    }
    const [taken] = open.splice(best.place, 1);
    if (!taken) break;
    for (const pair of taken.pairs) missing.delete(pair);
    chosen.push(taken.one);
  }
  return chosen;
}
