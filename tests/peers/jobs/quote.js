// Three plans in four currencies, each as a whole quote: list price, due now, renewal, and every step that led there.
import { decimal, ofDinero } from './arithmetic.js';
import { CURRENCIES, PLANS, STEPS } from './prices.js';

const code = (percent, term) => ({ code: 'SPRING', effect: { percent }, term });

/** The rule in plain script; only its arithmetic is a library's. */
function quoteWith({ less, nearest }, plan, currency, code) {
  const { amount: price, before: list = price } = plan.prices.find((entry) => entry.currency === currency);
  const steps = [{ rule: 'plan_price', before: list, after: price }];
  let due = price;
  if (code) {
    const exact = less(price, code.effect.percent, currency);
    const reduced = nearest(exact, 1, currency);
    due = nearest(exact, STEPS[currency], currency);
    steps.push({ rule: { code_percent: code.effect.percent }, before: price, after: reduced });
    if (due !== reduced) steps.push({ rule: 'charge_step', before: reduced, after: due });
  }
  return {
    book: 1,
    product_id: plan.product_id,
    months: plan.months,
    currency,
    list,
    due_now: due,
    renewal: code?.term === 'every' ? due : price,
    ...(code ? { code: code.code } : {}),
    steps,
  };
}

/** The rules' figures in the same form: steps are numbers that cross as one small array. */
function quoteBy(shipped, plan, currency, code) {
  const { amount: price, before: list = price } = plan.prices.find((entry) => entry.currency === currency);
  const [kind, off] = code ? ['percent', code.effect.percent] : ['none', 0];
  const every = code?.term === 'every';
  const [reduced, due, due_now, renewal] = shipped.quote_figures(currency, list, price, kind, off, every, 0, 0, true);
  const steps = [{ rule: 'plan_price', before: list, after: price }];
  if (code) steps.push({ rule: { code_percent: off }, before: price, after: reduced });
  if (due !== reduced) steps.push({ rule: 'charge_step', before: reduced, after: due });
  return {
    book: 1,
    product_id: plan.product_id,
    months: plan.months,
    currency,
    list,
    due_now,
    renewal,
    ...(code ? { code: code.code } : {}),
    steps,
  };
}

const everyQuote = (quote) => (code) =>
  PLANS.flatMap((plan) => CURRENCIES.map((currency) => quote(plan, currency, code)));

export const quote = {
  name: 'Quote of 3 plans x 4 currencies',
  notes: ['Twelve quotes with their derivations, from the facts that a page holds.'],
  goals: { 'decimal.js': { goal: 2, floor: 1 } },
  inputs: [undefined, code(2000, 'every'), code(3333, 'once'), code(1250, 'every')],
  contestants: (shipped) => ({
    rules: everyQuote((plan, currency, code) => quoteBy(shipped, plan, currency, code)),
    'decimal.js': everyQuote((plan, currency, code) => quoteWith(decimal, plan, currency, code)),
    'dinero.js': everyQuote((plan, currency, code) => quoteWith(ofDinero, plan, currency, code)),
  }),
};
