// A percentage off, rounded half away from zero: as each library is meant to be used for it.
import Decimal from 'decimal.js';
import { dinero, halfAwayFromZero, multiply, toSnapshot, transformScale } from 'dinero.js';
import { DINERO } from './prices.js';

/** Basis points of a whole. */
const WHOLE = 10_000;

/** With decimal.js: an exact amount, then the nearest multiple of a step; all in minor units. */
export const decimal = {
  less: (minor, points) => new Decimal(minor).times(WHOLE - points).div(WHOLE),
  nearest: (exact, step) => exact.div(step).toDecimalPlaces(0, Decimal.ROUND_HALF_UP).times(step).toNumber(),
};

/** With dinero.js: the scale grows with the multiplication, and rounding restores it. */
export const ofDinero = {
  less: (minor, points, currency) =>
    multiply(dinero({ amount: minor, currency: DINERO[currency] }), { amount: WHOLE - points, scale: 4 }),
  nearest: (exact, step, currency) => {
    // A step of ten is one digit less.
    const scale = DINERO[currency].exponent - Math.log10(step);
    return toSnapshot(transformScale(exact, scale, halfAwayFromZero)).amount * step;
  },
};
