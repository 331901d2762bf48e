// What a plan costs, computed a second time from the price book with exact fractions.
import { charged, less, lessCharged, saved } from './money.mjs';
import { card_text, price_label } from './price_text.mjs';
import { nearest } from './rational.mjs';

export const OFFERED = ['USD', 'EUR', 'AED', 'SAR', 'QAR', 'OMR'];

/** The step a code makes, or nothing when it does not concern this plan and currency. */
function reduction(plan, currency, price, code) {
  if (!code || (code.products && !code.products.includes(plan.product_id))) return undefined;
  if ('percent' in code.effect) {
    const points = code.effect.percent;
    const [exact, share] = [BigInt(price), BigInt(points)];
    return {
      step: { rule: { code_percent: points }, before: price, after: Number(less(exact, share)) },
      due: Number(lessCharged(exact, share, currency)),
    };
  }
  const fixed = code.effect.fixed.find((amount) => amount.currency === currency);
  if (!fixed) return undefined;
  const off = Math.min(Math.max(fixed.minor, 0), price);
  const after = price - off;
  return { step: { rule: { code_fixed: off }, before: price, after }, due: Number(charged(BigInt(after), currency)) };
}

export function quote_compute(number, plan, currency, code) {
  const entry = plan.prices.find((price) => price.currency === currency);
  if (!entry) return { error: 'the plan has no price in this currency' };
  const price = entry.amount;
  const list = entry.before ?? price;
  const steps = [{ rule: 'plan_price', before: list, after: price }];
  const { step, due } = reduction(plan, currency, price, code) ?? { due: price };
  if (step) {
    steps.push(step);
    if (due !== step.after) steps.push({ rule: 'charge_step', before: step.after, after: due });
  }
  return {
    value: {
      book: number,
      product_id: plan.product_id,
      months: plan.months,
      currency,
      list,
      due_now: due,
      renewal: step && code.term === 'every' ? due : price,
      ...(step ? { code: code.code } : {}),
      steps,
    },
  };
}

const wholePercent = (quote) => Number(saved(BigInt(quote.list), BigInt(quote.due_now)) / 100n);
const monthly = (amount, months) => Number(nearest(BigInt(amount), BigInt(months)));

export function quote_plan_price(quote, language) {
  const { product_id, currency, due_now, renewal, list, months } = quote;
  const card = (minor) => card_text(minor, currency, language);
  const crossedOut = list > due_now ? { per_month_before: card(monthly(list, months)), before_text: card(list) } : {};
  return {
    value: {
      product_id,
      currency,
      due_now,
      renewal,
      per_month: price_label(monthly(due_now, months), currency, language),
      per_month_exact: due_now % months === 0,
      ...crossedOut,
      due_now_text: card(due_now),
      renewal_text: card(renewal),
      saving_percent: wholePercent(quote),
    },
  };
}

const byPriority = (left, right) => left.priority - right.priority || (left.product_id < right.product_id ? -1 : 1);

export function quote_packages(number, book, code) {
  const cycles = { 1: 'monthly', 3: 'quarterly' };
  const packages = book.plans.toSorted(byPriority).map((plan) => {
    const quotes = OFFERED.map((currency) => quote_compute(number, plan, currency, code).value);
    const list = (amount) => quotes.map((quote) => ({ unit_amount: amount(quote), currency: quote.currency }));
    return {
      product_id: plan.product_id,
      title: `${plan.months}-month`,
      highlight: plan.highlight?.en ?? '',
      billing_cycle: cycles[plan.months] ?? 'yearly',
      discount: Math.min(...quotes.map(wholePercent)),
      price_per_month: list((quote) => monthly(quote.due_now, plan.months)),
      price_per_month_before_discount: list((quote) => monthly(quote.list, plan.months)),
      billing_amount: list((quote) => quote.due_now),
      billing_amount_before_discount: list((quote) => quote.list),
      renewal_amount: list((quote) => quote.renewal),
      priority: plan.priority,
    };
  });
  return { value: packages };
}

/** A code that holds but changes no price of the book is not for it. */
export function quote_state(number, book, code, state) {
  const changed = (plan) => OFFERED.some((currency) => quote_compute(number, plan, currency, code).value.code);
  return { value: state === 'applied' && !book.plans.some(changed) ? 'not_for_this' : state };
}
