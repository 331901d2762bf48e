// How a price is made, as the order summary shows it: the facts of a price in, every line with its texts out.
import { decimal, ofDinero } from './arithmetic.js';
import { CURRENCIES, PLANS, STEPS } from './prices.js';

const inputs = [undefined, { percent: 2000, every: true }, { percent: 3333, every: false }].flatMap((code) =>
  PLANS.flatMap(({ months, prices }) =>
    CURRENCIES.map((currency) => {
      const { amount: price, before: list = price } = prices.find((entry) => entry.currency === currency);
      return { currency, list, price, months, code };
    }),
  ),
);

const formats = new Map();

/** Formats that are made once, as a page would keep them. */
function formatOf(currency, signDisplay) {
  const key = `${currency} ${signDisplay}`;
  if (!formats.has(key)) formats.set(key, new Intl.NumberFormat('en', { style: 'currency', currency, signDisplay }));
  return formats.get(key);
}

const DIGITS = { USD: 2, EUR: 2, AED: 2, OMR: 3 };
const written = (minor, currency, signDisplay = 'auto') =>
  formatOf(currency, signDisplay).format(minor / 10 ** DIGITS[currency]);

/** The form of the purchase cards: signs before the figure, letters after it. */
function onCard(minor, currency) {
  const text = written(minor, currency);
  const letters = `${currency}\u00a0`;
  return text.startsWith(letters) ? `${text.slice(letters.length)}\u00a0${currency}` : text;
}

/** The same in pieces. */
function label(minor, currency) {
  const text = onCard(minor, currency);
  const [amount] = /[\d.,]+/.exec(text);
  const symbol = text.replace(amount, '').trim();
  return { text, amount, symbol, symbol_first: text.startsWith(symbol) };
}

/** The rule in plain script; the arithmetic is a library's, the texts are those of the browser. */
const explainedWith =
  ({ less, nearest }) =>
  ({ currency, list, price, months, code }) => {
    const text = (minor) => written(minor, currency);
    const change = (minor) => written(minor, currency, 'always');
    const lines = list === price ? [] : [{ kind: 'list', amount: text(list) }];
    lines.push({ kind: 'price', amount: text(price) });
    let due = price;
    if (code) {
      const exact = less(price, code.percent, currency);
      const reduced = nearest(exact, 1, currency);
      due = nearest(exact, STEPS[currency], currency);
      lines.push({ kind: 'code', amount: change(reduced - price), percent: `${code.percent / 100}%` });
      if (due !== reduced) lines.push({ kind: 'charge_step', amount: change(due - reduced) });
    }
    const renewal = code?.every ? due : price;
    lines.push({ kind: 'due_now', amount: text(due) }, { kind: 'renewal', amount: text(renewal) });
    return {
      due_now: due,
      renewal,
      due_now_text: text(due),
      renewal_text: text(renewal),
      ...(list > due ? { before_text: onCard(list, currency) } : {}),
      saving_percent: list > due ? Math.floor(((list - due) * 100) / list) : 0,
      per_month: label(Math.round(due / months), currency),
      per_month_exact: due % months === 0,
      ...(list > due ? { per_month_before: onCard(Math.round(list / months), currency) } : {}),
      lines,
    };
  };

export const explanation = {
  name: 'How a price is made, as pages ask it',
  notes: [
    'Each price whole: figures and five to seven texts. What is a structure crosses the border slowest.',
    'The texts of the libraries are those of Intl, from formats that are kept.',
  ],
  inputs,
  contestants: (shipped) => ({
    rules: ({ currency, list, price, months, code }) => {
      const kind = code ? 'percent' : 'none';
      const [off, every] = [code?.percent ?? 0, code?.every ?? false];
      return shipped.quote_explained(currency, list, price, kind, off, every, 0, 0, true, months, 'en');
    },
    'decimal.js': explainedWith(decimal),
    'dinero.js': explainedWith(ofDinero),
  }),
};
