// Literal ids of elements. `useId` makes unique ids; where it may not be called (inside `Kept`) or an address names the
// element, the id is literal and must occur once.

/**
 * Ids that may occur once per page: sections that addresses lead to, as `#pricing`, and the target of the skip link.
 */
const ANCHORS = new Set(['compare', 'content', 'faq', 'features', 'grid', 'pricing']);

/** Every literal id that an earlier place already uses; `codes` pairs each file with its code. */
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
