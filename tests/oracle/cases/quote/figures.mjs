// Prices recomputed from a page's facts: those of every quote above, and figures that no price list can contain.
import { factsOf } from '../../quote.mjs';

const MAX = Number.MAX_SAFE_INTEGER;
const LANGUAGES = ['en', 'nl', 'de', 'fr', 'ar'];

/** The facts as passed to the WASM, without the months of a term, which no figure depends on. */
export function scalars(currency, { list, price, code_percent, code_amount, ...facts }, renews) {
  const percent = code_percent === undefined ? ['none', 0] : ['percent', code_percent];
  const [kind, off] = code_amount === undefined ? percent : ['fixed', code_amount];
  const { every_term = false, trial_days = 0, extra_months = 0 } = facts;
  return [currency, list, price, kind, off, every_term, trial_days, extra_months, renews];
}

const edges = [
  ['no price', ['USD', 100, 0, 'none', 0, false, 0, 0, true]],
  ['a price below nothing', ['USD', 100, -1, 'none', 0, false, 0, 0, true]],
  ['a list price below the price', ['USD', 100, 200, 'none', 0, false, 0, 0, true]],
  ['a list price below nothing', ['USD', -100, 200, 'percent', 1000, false, 0, 0, true]],
  ['without a code its figure counts for nothing', ['USD', 300, 200, 'none', 5000, true, 0, 0, true]],
  ['an amount below nothing', ['EUR', 300, 200, 'fixed', -50, false, 0, 0, true]],
  ['an amount above the price, for ever', ['EUR', 300, 200, 'fixed', 5000, true, 0, 0, true]],
  ['the largest amount off', ['EUR', 300, 200, 'fixed', MAX, false, 0, 0, true]],
  ['the largest price', ['USD', MAX, MAX, 'percent', 1, false, 0, 0, true]],
  ['the largest price goes down to the step', ['OMR', MAX, MAX, 'none', 0, false, 0, 0, true]],
  ['half a step up: 5 baisa more', ['OMR', 10000, 5005, 'none', 0, false, 0, 0, true]],
  ['half a step up after an amount', ['KWD', 10000, 5010, 'fixed', 5, true, 0, 0, true]],
  ['a trial that ends in nothing', ['SAR', 10000, 9000, 'none', 0, false, 7, 0, false], 12],
  ['a trial and months on top', ['QAR', 10000, 9000, 'percent', 1250, true, 7, 4, true], 12],
  ['more months than can be counted', ['EUR', MAX, 9000, 'none', 0, false, 0, 2 ** 32 - 1, true], 2 ** 32 - 1],
  ['months on top of no term', ['EUR', 10000, 9000, 'none', 0, false, 0, 4, true], 0],
  ['half a minor unit a month', ['USD', 30, 18, 'none', 0, false, 0, 0, true], 12],
  ['no decimals', ['JPY', 2000, 1001, 'percent', 5000, false, 0, 0, true]],
  ['saved a basis point below a whole percent', ['AED', 10000, 9001, 'none', 0, false, 0, 0, true]],
];

/** The cases of `quoted`: name, offer, currency, code, and the quote itself. */
export function figures(quoted) {
  const facts = quoted.flatMap(([name, offer, currency, code, quote]) =>
    quote
      ? [[name, scalars(currency, factsOf(7, offer, currency, code), quote.renewal !== undefined), quote.months]]
      : [],
  );
  return [...facts, ...edges].flatMap(([name, given, months = 1], at) => [
    [`${name}, figures`, 'quote_figures', ...given],
    [`${name}, line by line`, 'quote_explained', ...given, months, LANGUAGES[at % LANGUAGES.length]],
  ]);
}
