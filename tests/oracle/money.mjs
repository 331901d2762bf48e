// The right answers to the calls of money.json and percent.json. Arguments and answers have the vectors' form.
import { abs, floor, nearest } from './rational.mjs';

export const MAX = 9007199254740991n;
const digits = { USD: 2, EUR: 2, AED: 2, SAR: 2, QAR: 2, OMR: 3, KWD: 3, JPY: 0 };
const steps = { OMR: 10n, KWD: 10n };

export const exponent = (currency) => digits[currency];
export const chargeStep = (currency) => steps[currency] ?? 1n;

const value = (answer) => ({ value: typeof answer === 'bigint' ? Number(answer) : answer });
const error = (text) => ({ error: text });
const bounded = (minor) => (abs(minor) > MAX ? error('the amount is too large') : value(minor));

/** amount x (1 - percent), to the nearest minor unit. */
export const less = (minor, points) => nearest(minor * (10000n - points), 10000n);
/** The nearest chargeable amount. */
export const charged = (minor, currency) => nearest(minor, chargeStep(currency)) * chargeStep(currency);
/** Basis points saved, rounded down, between 0 and 10000. */
/** The nearest amount that can be charged after a percentage: one division, one rounding. */
export const lessCharged = (minor, points, currency) =>
  nearest(minor * (10000n - points), 10000n * chargeStep(currency)) * chargeStep(currency);

export function saved(before, now) {
  if (before <= 0n || now >= before) return 0n;
  const points = floor((before - now) * 10000n, before);
  return points > 10000n ? 10000n : points;
}

/** Decimal text by long division, digit by digit. */
export function decimalText(minor, currency) {
  const unit = 10n ** BigInt(digits[currency]);
  const whole = abs(minor) / unit;
  let rest = abs(minor) % unit;
  let text = `${minor < 0n ? '-' : ''}${whole}`;
  for (let place = unit / 10n; place > 0n; place /= 10n) {
    text += `${place === unit / 10n ? '.' : ''}${rest / place}`;
    rest %= place;
  }
  return text;
}

export function money_parse(text, currency) {
  const fraction = digits[currency] === 0 ? '' : `\\.[0-9]{${digits[currency]}}`;
  if (!new RegExp(`^-?(0|[1-9][0-9]*)${fraction}$`, 'u').test(text) || /^-[0.]*$/u.test(text)) {
    return error('not an amount in this currency');
  }
  return bounded(BigInt(text.replace('.', '')));
}

export const money_decimal_text = (minor, currency) => decimalText(BigInt(minor), currency);

export function money_plus(minor, currency, other, otherCurrency) {
  if (currency !== otherCurrency) return error('amounts of different currencies cannot be combined');
  return bounded(BigInt(minor) + BigInt(other));
}

export const money_minus = (minor, currency, other, otherCurrency) =>
  money_plus(minor, currency, -BigInt(other), otherCurrency);

export const money_less = (minor, _currency, points) => value(less(BigInt(minor), BigInt(points)));

/** The same to the charge step; undefined when that is too large. */
export function discounted_total(minor, currency, points) {
  const total = lessCharged(BigInt(minor), BigInt(points), currency);
  return abs(total) > MAX ? undefined : Number(total);
}

export function money_per(minor, _currency, count) {
  if (count === 0) return error('nothing to divide by');
  const part = nearest(BigInt(minor), BigInt(count));
  return value([Number(part), part * BigInt(count) === BigInt(minor)]);
}

/** Largest remainder method: hands out the missing units one at a time to the share with the largest claim. */
export function money_allocate(minor, _currency, weights) {
  const total = weights.reduce((sum, weight) => sum + BigInt(weight), 0n);
  if (total === 0n) return error('nothing to divide by');
  const parts = weights.map((weight) => floor(BigInt(minor) * BigInt(weight), total));
  const owed = weights.map((weight, index) => BigInt(minor) * BigInt(weight) - parts[index] * total);
  for (let missing = BigInt(minor) - parts.reduce((sum, part) => sum + part, 0n); missing > 0n; missing -= 1n) {
    let most = 0;
    for (let index = 1; index < owed.length; index += 1) if (owed[index] > owed[most]) most = index;
    parts[most] += 1n;
    owed[most] -= total;
  }
  return value(parts.map(Number));
}

export const money_to_charge_step = (minor, currency) => bounded(charged(BigInt(minor), currency));
export const money_saving = (before, now) => value(saved(BigInt(before), BigInt(now)));

const outOfRange = error('a percentage lies between 0 and 100, with at most two decimals');

export function percent_parse(text) {
  if (!/^[0-9]{1,3}(\.[0-9]{1,2})?$/u.test(text)) return outOfRange;
  const [whole, fraction = ''] = text.split('.');
  const points = BigInt(whole) * 100n + BigInt(fraction.padEnd(2, '0'));
  return points > 10000n ? outOfRange : value(points);
}

export function percent_text(points) {
  if (points > 10000) return outOfRange;
  const [whole, rest] = [Math.trunc(points / 100), points % 100];
  return value(rest === 0 ? `${whole}` : `${whole}.${`${rest}`.padStart(2, '0').replace(/0$/u, '')}`);
}

export const percent_whole_down = (points) => (points - (points % 100)) / 100;
