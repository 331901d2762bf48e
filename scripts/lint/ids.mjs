// Literal ids of elements. `useId` makes ids that cannot meet; where it may not be called, inside `Kept`, or where an
// address names the element, an id is written out, and then it must be the only one.

/** Sections that addresses lead to, `#pricing`, and the target of the skip link: each page has its own. */
const ANCHORS = new Set(['compare', 'content', 'faq', 'features', 'grid', 'pricing']);

/** Every literal id that an earlier place gives too: `codes` is what each file holds. */
export function repeatedIds(codes) {
  const first = new Map();
  const found = [];
  for (const [file, code] of codes) {
    for (const { 2: id, index } of code.matchAll(/(?<![\w-])id=(["'])([^"']+)\1/g)) {
      if (ANCHORS.has(id)) continue;
      const line = code.slice(0, index).split('\n').length;
      if (first.has(id)) found.push({ file, line, id, other: first.get(id) });
      else first.set(id, file);
    }
  }
  return found;
}
