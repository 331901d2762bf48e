// Selling prices for costs, and the prices that still bring in enough.
const rules = {
  sizes: [{ up_to_mb: 1024, factor: 240 }, { up_to_mb: 10240, factor: 170 }, { factor: 155 }],
  minimum: 150,
  endings: [49, 99],
  eur_rate: 9200,
};
const flat = (factor, minimum, endings, eur_rate = 10000) => ({ sizes: [{ factor }], minimum, endings, eur_rate });
const MAX = Number.MAX_SAFE_INTEGER;

const prices = [
  ['the factor of its size', rules, { units: 18050, megabytes: 1024 }],
  ['a megabyte more is another size', rules, { units: 18050, megabytes: 1025 }],
  ['the end of a size is in it', rules, { units: 18050, megabytes: 10240 }],
  ['the last size has no end', rules, { units: 18050, megabytes: MAX }],
  ['a cheap plan brings in the minimum', rules, { units: 100, megabytes: 1024 }],
  ['the factor and the minimum agree', flat(200, 100, [0]), { units: 10000, megabytes: 1 }],
  ['on an ending: it stays', flat(100, 0, [49, 99]), { units: 14900, megabytes: 1 }],
  ['a ten-thousandth above: the next', flat(100, 0, [49, 99]), { units: 14901, megabytes: 1 }],
  ['above the last ending: the next hundred', flat(100, 0, [49]), { units: 14901, megabytes: 1 }],
  ['endings in any order', flat(100, 0, [99, 0, 49]), { units: 14901, megabytes: 1 }],
  ['a round price', flat(100, 0, [0]), { units: 19901, megabytes: 1 }],
  ['every ending', flat(100, 0, [...Array(100).keys()]), { units: 19901, megabytes: 1 }],
  ['a cost under a cent', flat(100, 0, [0, 1]), { units: 1, megabytes: 1 }],
  ['an odd rate, once rounded', flat(133, 7, [9], 9237), { units: 123457, megabytes: 5 }],
  ['euros dearer than dollars', flat(100, 0, [99], 12345), { units: 500000, megabytes: 5 }],
  ['hardly anything in euros', flat(100, 0, [1], 1), { units: 10000, megabytes: 5 }],
  ['the largest price', flat(100, 0, [99]), { units: 9999999900, megabytes: 1 }],
  ['above the largest price', flat(100, 0, [99]), { units: 9999999901, megabytes: 1 }],
  ['above the largest price in euros alone', flat(100, 0, [99], 20000), { units: 9999999900, megabytes: 1 }],
  ['no ending below the largest price', flat(100, 0, [49]), { units: 9999995000, megabytes: 1 }],
  ['the largest cost', rules, { units: MAX, megabytes: 1 }],
  ['no cost', rules, { units: 0, megabytes: 1 }],
  ['a cost below nothing', rules, { units: -1, megabytes: 1 }],
  ['no sizes', { ...rules, sizes: [] }, { units: 1, megabytes: 1 }],
  ['no last size', { ...rules, sizes: [{ up_to_mb: 5, factor: 200 }] }, { units: 1, megabytes: 1 }],
  ['two last sizes', { ...rules, sizes: [{ factor: 200 }, { factor: 200 }] }, { units: 1, megabytes: 1 }],
  [
    'sizes that do not ascend',
    { ...rules, sizes: [{ up_to_mb: 5, factor: 200 }, { up_to_mb: 5, factor: 200 }, { factor: 200 }] },
    { units: 1, megabytes: 1 },
  ],
  ['a factor below one', { ...rules, sizes: [{ factor: 99 }] }, { units: 1, megabytes: 1 }],
  ['no ending', { ...rules, endings: [] }, { units: 1, megabytes: 1 }],
  ['an ending of a dollar', { ...rules, endings: [49, 100] }, { units: 1, megabytes: 1 }],
  ['no rate', { ...rules, eur_rate: 0 }, { units: 1, megabytes: 1 }],
].map(([name, ...input]) => [`margin: ${name}`, 'bundle_margin_prices', ...input]);

const allowed = [
  ['just enough in dollars', rules, { usd: 299, eur: 299 }, 14900],
  ['a ten-thousandth too little in dollars', rules, { usd: 299, eur: 299 }, 14901],
  ['just enough in euros', rules, { usd: 999, eur: 276 }, 15000],
  ['a cent too little in euros', rules, { usd: 999, eur: 275 }, 15000],
  ['nothing must be left', flat(100, 0, [0]), { usd: 100, eur: 100 }, 10000],
  ['a loss', flat(100, 0, [0]), { usd: 100, eur: 100 }, 10001],
  ['a loss in euros', flat(100, 0, [0], 10001), { usd: 100, eur: 100 }, 10000],
  ['the largest cost', rules, { usd: 99999999, eur: 99999999 }, MAX],
  ['no rules', { ...rules, endings: [] }, { usd: 100, eur: 100 }, 1],
].map(([name, ...input]) => [`margin allows: ${name}`, 'bundle_margin_allow', ...input]);

export const cases = [...prices, ...allowed];
