// Random damage to valid values: texts, numbers, lists and records, at any depth.

/** Characters inserted into texts: ones that separate, encode, fold, hide or reverse. */
const SIGNS = [
  ...'.@+-_/\\ %&=?#:;,<>"\'()[]{}$|*~^!0159aAzZ',
  ...'\t\n\r\u0000\u007f\u00a0\u00ad\u200b\u200f\u202e\u2068\u2069\ufeff\ufffd',
  ...'٠٣٩۴߁éßİıſﬁœأإآىةـًىकあ漢😀',
  'e\u0301',
  '👨\u200d👩\u200d👧',
  '%20',
  '%E2%82%AC',
  '%ff',
  '//',
  '..',
];

const NUMBERS = [0, 1, -1, 2, 4, 9, 10, 28, 29, 31, 99, 100, 101, 999, 1000, 1023, 1024, 9999, 10000, 10001, 65536];
const LIMITS = [2 ** 31 - 1, 2 ** 31, 2 ** 32 - 1, 2 ** 32, 2 ** 53 - 1, -(2 ** 53 - 1), 86_400_000, 1e15];

const MAX = Number.MAX_SAFE_INTEGER;

/** The damages that dice choose. */
export function damagesBy({ below, pick, chance }) {
  function text(old) {
    // By whole characters: half of one cannot be written down as JSON.
    const signs = [...old];
    const [from, to] = [below(signs.length + 1), below(signs.length + 1)].sort((left, right) => left - right);
    const ways = [
      () => signs.toSpliced(from, 0, pick(SIGNS)),
      () => signs.toSpliced(from, 1, pick(SIGNS)),
      () => signs.toSpliced(from, 1),
      () => signs.toSpliced(from, to - from),
      () => signs.toSpliced(to, 0, ...signs.slice(from, to)),
      () => signs.slice(from, to),
      () => signs.toReversed(),
      () => [old.toUpperCase()],
      () => [old.toLowerCase()],
      () => [pick(SIGNS), old, pick(SIGNS)],
      () => (chance(10) ? Array(1 + below(400)).fill(pick(SIGNS)) : [`${below(1_000_000)}`]),
    ];
    return pick(ways)().join('');
  }

  function number(old) {
    const ways = [
      () => old + 1,
      () => old - 1,
      () => -old,
      () => old * 10,
      () => old + pick([0.5, 0.25]),
      () => Math.trunc(old / (2 + below(9))),
      () => pick(NUMBERS),
      () => pick(LIMITS),
      () => below(10 ** (1 + below(12))),
    ];
    // Beyond that a double is no exact number, and the binding refuses it; and no lesser zero, which JSON does not have.
    return Math.max(-MAX, Math.min(pick(ways)(), MAX)) + 0;
  }

  // No list for a record, nor a member it does not know: serde-wasm-bindgen looks only for those it knows.
  const other = () => pick([null, true, false, 0, 1, -1, 0.5, '', 'x']);

  function anything(value) {
    if (chance(3)) return other();
    if (typeof value === 'string') return text(value);
    if (typeof value === 'number') return number(value);
    if (typeof value === 'boolean') return !value;
    if (value === null || typeof value !== 'object') return other();
    const places = Object.keys(value);
    if (places.length === 0) return other();
    const place = pick(places);
    if (Array.isArray(value)) {
      if (chance(10)) return value.toSpliced(Number(place), 1);
      if (chance(10)) return value.toSpliced(Number(place), 0, value[place]);
      if (chance(10)) return value.toReversed();
      return value.with(Number(place), anything(value[place]));
    }
    if (chance(10)) return Object.fromEntries(Object.entries(value).filter(([key]) => key !== place));
    return { ...value, [place]: anything(value[place]) };
  }

  const whole = (value) => Math.trunc(number(value)) + 0;

  return {
    /** The value with something changed in it, at any depth; rarely another value. */
    anything,
    /** The text with something changed in it. */
    text,
    /** A whole number near the one given, within what a double holds exactly. */
    whole,
    /** A count near the one given, from 0 to below 2^32. */
    count: (value) => Math.min(Math.abs(whole(value)), 2 ** 32 - 1),
  };
}
