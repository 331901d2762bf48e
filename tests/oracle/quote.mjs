// Every price, computed independently from the price book with exact fractions: plans, trials, deals, refills.
import { bundle_percent_off } from './bundle.mjs';
import { monthsAfter } from './calendar.mjs';
import { charged, less, lessCharged, MAX, saved } from './money.mjs';
import { card_text, changeText, price_label, price_text } from './price_text.mjs';
import { nearest } from './rational.mjs';

export const OFFERED = ['USD', 'EUR', 'AED', 'SAR', 'QAR', 'OMR'];
const DAY = 86_400_000;
const CYCLES = { 1: 'monthly', 3: 'quarterly' };
const cycleOf = (months) => CYCLES[months] ?? 'yearly';

/** An offer's terms: first price, crossed-out price, whether it renews at that price, and its periods. */
function terms([kind, sold], currency) {
  const noPrice = { error: 'the plan has no price in this currency' };
  if (kind === 'refill') {
    if (sold.currency !== currency || sold.price <= 0) return noPrice;
    return { id: sold.product_id, first: sold.price, list: sold.price, goesOn: false, months: 0, extra: 0, trial: 0 };
  }
  if (kind === 'deal' || kind === 'prepaid') {
    const { package: months, free_months: extra = 0, price_eur: first, before_eur: list } = sold;
    if (currency !== 'EUR' || first <= 0) return noPrice;
    const [id, cycle] = [`deal-${months}m`, cycleOf(months)];
    return { id, cycle, first, list, goesOn: kind === 'deal', months, extra, trial: 0 };
  }
  if (kind === 'trial' && cycleOf(sold.months) !== 'yearly') return { error: 'the plan cannot be tried' };
  const entry = sold.prices.find((price) => price.currency === currency);
  if (!entry) return noPrice;
  const { amount: first, before: list = entry.amount } = entry;
  const { product_id: id, months } = sold;
  return { id, cycle: cycleOf(months), first, list, goesOn: true, months, extra: 0, trial: kind === 'trial' ? 7 : 0 };
}

/** Whether a code applies to a product: checks each of its conditions separately. */
export function code_covers(code, id, cycle) {
  const shops = { plans: ['vpn'], refills: ['esim'], both: ['vpn', 'esim'] }[code.scope ?? 'plans'];
  const conditions = [
    shops.includes(cycle ? 'vpn' : 'esim'),
    !code.products || code.products.some((product) => product === id),
    !code.billing_cycles || code.billing_cycles.some((of) => of === cycle),
  ];
  return !conditions.includes(false);
}

/** A code's step and the chargeable amount afterwards; no step when the code has no amount in this currency. */
function taken(price, currency, effect) {
  if (effect && 'percent' in effect) {
    const [exact, share] = [BigInt(price), BigInt(effect.percent)];
    return {
      rule: { code_percent: effect.percent },
      after: Number(less(exact, share)),
      due: Number(lessCharged(exact, share, currency)),
    };
  }
  const fixed = effect?.fixed.find((amount) => amount.currency === currency);
  const off = fixed && Math.max(Math.min(fixed.minor, price), 0);
  const after = price - (off ?? 0);
  return { rule: fixed && { code_fixed: off }, after, due: Number(charged(BigInt(after), currency)) };
}

export function quote_offer(number, offer, currency, code) {
  const sold = terms(Object.entries(offer)[0], currency);
  if (sold.error) return sold;
  const { id, cycle, first, list, goesOn, months, extra, trial } = sold;
  // A trial's first term is the trial itself: a code for the first term has nothing to reduce.
  const meant = code && code_covers(code, id, cycle) && !(trial && code.term === 'once') ? code : undefined;
  const { rule, after, due } = taken(first, currency, meant?.effect);
  const applied = rule ? meant : undefined;
  const every = applied?.term === 'every' ? applied.effect : undefined;
  const trail = [
    ['plan_price', list, first],
    ...(rule ? [[rule, first, after]] : []),
    ...(due === after ? [] : [['charge_step', after, due]]),
    ...(trial ? [[{ trial }, due, 0]] : []),
    ...(extra ? [[{ extra_months: extra }, due, due]] : []),
  ];
  return {
    value: {
      book: number,
      product_id: id,
      months,
      ...(extra ? { extra_months: extra } : {}),
      ...(trial ? { trial_days: trial } : {}),
      currency,
      list,
      due_now: trial ? 0 : due,
      ...(goesOn ? { renewal: taken(first, currency, every).due } : {}),
      ...(applied ? { code: applied.code } : {}),
      steps: trail.map(([what, before, then]) => ({ rule: what, before, after: then })),
    },
  };
}

/** The facts from which a page explains a quote, derived from the offer and the code, never from the quote's steps. */
export function factsOf(number, offer, currency, code) {
  const { id, cycle, first, list, months, extra, trial, goesOn } = terms(Object.entries(offer)[0], currency);
  const meant = code && code_covers(code, id, cycle) && !(trial && code.term === 'once') ? code : undefined;
  const { rule, due } = taken(first, currency, meant?.effect);
  const every = rule && (meant.term === 'every' || due === taken(first, currency).due) && goesOn;
  return {
    book: number,
    list,
    price: first,
    ...(rule ? { code: meant.code } : {}),
    ...(rule?.code_percent === undefined ? {} : { code_percent: rule.code_percent }),
    ...(rule?.code_fixed === undefined ? {} : { code_amount: rule.code_fixed }),
    ...(months ? { months } : {}),
    ...(every ? { every_term: true } : {}),
    ...(trial ? { trial_days: trial } : {}),
    ...(extra ? { extra_months: extra } : {}),
  };
}

const EFFECTS = {
  none: () => undefined,
  percent: (percent) => ({ percent }),
  fixed: (minor, currency) => ({ fixed: [{ currency, minor }] }),
};

/** A quote from scalars; undefined for figures that are no price. */
function figured(currency, list, price, kind, off, every, trial, _extra, renews) {
  if (price <= 0) return undefined;
  const { rule, after, due } = taken(price, currency, EFFECTS[kind](off, currency));
  const later = every && rule ? due : taken(price, currency).due;
  if (BigInt(Math.max(due, later)) > MAX) return undefined;
  const firstTerm = trial > 0 && renews ? later : trial > 0 ? 0 : due;
  const points = Number(saved(BigInt(list), BigInt(firstTerm)));
  return { rule, after, due, dueNow: trial > 0 ? 0 : due, later: renews ? later : undefined, firstTerm, points };
}

export function quote_figures(...scalars) {
  const made = figured(...scalars);
  return made && [made.after, made.due, made.dueNow, made.later ?? -1, made.points];
}

/** A count of months is passed as 32 bits. */
const MOST_MONTHS = 2 ** 32 - 1;

const PERCENT = { en: '%', ar: '%', nl: '%', de: '\u00a0%', fr: '\u202f%' };

function percentText(points, language) {
  const figure = `${points / 100}`;
  return `${['en', 'ar'].includes(language) ? figure : figure.replace('.', ',')}${PERCENT[language]}`;
}

export function quote_explained(currency, list, price, kind, off, every, trial, extra, renews, months, language) {
  const made = figured(currency, list, price, kind, off, every, trial, extra, renews);
  if (!made) return undefined;
  const { rule, after, due, dueNow, later, firstTerm, points } = made;
  const running = (minor) => price_text(minor, currency, language);
  const change = (before, now) => changeText(now - before, currency, language);
  const percent = rule?.code_percent === undefined ? {} : { percent: percentText(rule.code_percent, language) };
  const renewal = later === undefined ? {} : { renewal: later, renewal_text: running(later) };
  return {
    due_now: dueNow,
    due_now_text: running(dueNow),
    ...renewal,
    ...(list > firstTerm ? { before_text: card_text(list, currency, language) } : {}),
    saving_percent: Math.floor(points / 100),
    per_month_exact: false,
    ...(months ? monthlyPrice(list, firstTerm, Math.min(months + extra, MOST_MONTHS), currency, language) : {}),
    lines: [
      ...(list === price ? [] : [{ kind: 'list', amount: running(list) }]),
      { kind: 'price', amount: running(price) },
      ...(rule ? [{ kind: 'code', amount: change(price, after), ...percent }] : []),
      ...(due === after ? [] : [{ kind: 'charge_step', amount: change(after, due) }]),
      ...(trial > 0 ? [{ kind: 'trial', amount: change(due, 0), count: trial }] : []),
      ...(extra > 0 ? [{ kind: 'extra_months', amount: running(0), count: extra }] : []),
      { kind: 'due_now', amount: running(dueNow) },
      ...(later === undefined ? [] : [{ kind: 'renewal', amount: running(later) }]),
    ],
  };
}

export const quote_compute = (number, plan, currency, code) => quote_offer(number, { plan }, currency, code);

export function quote_product({ months, extra_months, trial_days, renewal }) {
  if (trial_days) return 'trial';
  if (months === 0) return 'refill';
  return extra_months || renewal === undefined ? 'deal' : 'plan';
}

/** The first paid period ends after the trial's days, or after all months of the first term at once. */
export function quote_first_term_end({ months, extra_months = 0, trial_days = 0 }, start) {
  if (trial_days) return start + trial_days * DAY;
  return months === 0 ? null : monthsAfter(start, months + extra_months);
}

/** A card page can be paid for 23 hours, and the days of a deal are fixed with it: enough for whichever day it is paid. */
export function quote_paid_until(quote, offered, start) {
  const { months, extra_months = 0, renewal } = quote;
  if (!extra_months || renewal === undefined) return quote_first_term_end(quote, start);
  const days = [offered, offered + 23 * 3_600_000].map(
    (paid) => (monthsAfter(paid, months + extra_months) - paid) / DAY,
  );
  return start + Math.max(...days) * DAY;
}

export function quote_renewal(quote, start) {
  const at = quote_paid_until(quote, start, start);
  return { value: quote.renewal === undefined || at === null ? null : [quote.renewal, at, quote.months] };
}

/** The first paid term's price and number of months: a page compares these. */
const paidTerm = ({ trial_days, renewal, due_now, months, extra_months = 0 }) => ({
  price: trial_days ? renewal : due_now,
  length: months + extra_months,
});

const wholePercent = (quote) => Number(saved(BigInt(quote.list), BigInt(paidTerm(quote).price)) / 100n);
const monthly = (amount, months) => Number(nearest(BigInt(amount), BigInt(months)));

/** The price per month of a term, as a page shows it. */
function monthlyPrice(list, price, months, currency, language) {
  const before = list > price ? { per_month_before: card_text(monthly(list, months), currency, language) } : {};
  return {
    per_month: price_label(monthly(price, months), currency, language),
    per_month_exact: price % months === 0,
    ...before,
  };
}

const codeFacts = (steps) =>
  Object.assign(
    {},
    ...steps.map(({ rule }) => ({
      ...(rule.code_percent === undefined ? {} : { code_percent: rule.code_percent }),
      ...(rule.code_fixed === undefined ? {} : { code_amount: rule.code_fixed }),
    })),
  );

/** The charge without the trial. */
const charge = ({ due_now, steps }) => steps.find(({ rule }) => rule.trial)?.before ?? due_now;

export function quote_plan_price(quote, language) {
  const { book, product_id, currency, due_now, renewal, list, code, months, trial_days, extra_months, steps } = quote;
  if (renewal === undefined) return { error: 'nothing renews' };
  const { price, length } = paidTerm(quote);
  const card = (minor) => card_text(minor, currency, language);
  return {
    value: {
      product_id,
      currency,
      facts: {
        book,
        list,
        price: steps[0].after,
        ...(code ? { code } : {}),
        ...codeFacts(steps),
        ...(months ? { months } : {}),
        ...(code && renewal === charge(quote) ? { every_term: true } : {}),
        ...(trial_days ? { trial_days } : {}),
        ...(extra_months ? { extra_months } : {}),
      },
      due_now,
      renewal,
      ...monthlyPrice(list, price, length, currency, language),
      ...(list > price ? { before_text: card(list) } : {}),
      due_now_text: price_text(due_now, currency, language),
      renewal_text: price_text(renewal, currency, language),
      saving_percent: wholePercent(quote),
    },
  };
}

/** A code's effect on a price, as the discount code call returns it; null where no code applies. */
export function quote_applied_code(number, offer, currency, code, language) {
  const { value: quote } = quote_offer(number, offer, currency, code);
  const facts = factsOf(number, offer, currency, code);
  const { product_id, due_now } = quote;
  const percent_text = facts.code && bundle_percent_off(facts.price, due_now, currency, language);
  if (!percent_text) return { value: null };
  const text = (minor) => price_text(minor, currency, language);
  const due = { product_id, currency, due_now, due_now_text: text(due_now), facts };
  return { value: { due, percent_text, discount_text: text(due_now - facts.price) } };
}

const byPriority = (left, right) => left.priority - right.priority || (left.product_id < right.product_id ? -1 : 1);

export function quote_packages(number, book, code) {
  const packages = book.plans.toSorted(byPriority).map((plan) => {
    const quotes = OFFERED.map((currency) => quote_compute(number, plan, currency, code).value);
    const perMonth = (minor, quote) => monthly(minor, paidTerm(quote).length);
    const list = (amount) => quotes.map((quote) => ({ unit_amount: amount(quote), currency: quote.currency }));
    return {
      product_id: plan.product_id,
      title: `${plan.months}-month`,
      highlight: plan.highlight?.en ?? '',
      billing_cycle: cycleOf(plan.months),
      discount: Math.min(...quotes.map(wholePercent)),
      price_per_month: list((quote) => perMonth(paidTerm(quote).price, quote)),
      price_per_month_before_discount: list((quote) => perMonth(quote.list, quote)),
      billing_amount: list((quote) => quote.due_now),
      billing_amount_before_discount: list((quote) => quote.list),
      renewal_amount: list((quote) => quote.renewal),
      priority: plan.priority,
    };
  });
  return { value: packages };
}

/** A valid code that changes no price of the book does not apply to it. */
export function quote_state(number, book, code, state) {
  const changed = (plan) => OFFERED.some((currency) => quote_compute(number, plan, currency, code).value.code);
  return { value: state === 'applied' && !book.plans.some(changed) ? 'not_for_this' : state };
}
