// Exact arithmetic on fractions of BigInt. This folder is an independent second opinion on every figure of the shop:
// it shares no code, no rounding routine and no decimal library with `core`.

export const abs = (n) => (n < 0n ? -n : n);

/** numerator / denominator to the nearest whole number, halves away from zero. */
export function nearest(numerator, denominator) {
  const negative = numerator < 0n !== denominator < 0n;
  const [n, d] = [abs(numerator), abs(denominator)];
  const whole = n / d;
  const up = 2n * (n - whole * d) >= d ? 1n : 0n;
  return negative ? -(whole + up) : whole + up;
}

/** The largest whole number that is not above numerator / denominator; the denominator is positive. */
export function floor(numerator, denominator) {
  const cut = numerator / denominator;
  return numerator < 0n && cut * denominator !== numerator ? cut - 1n : cut;
}
