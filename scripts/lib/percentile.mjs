// How long most of many answers took, and the words for it.

/** The value below which the given part of the numbers lies. */
export function percentile(numbers, part) {
  const sorted = [...numbers].sort((one, other) => one - other);
  return sorted[Math.max(0, Math.ceil(part * sorted.length) - 1)] ?? Number.NaN;
}

export const milliseconds = (number) => `${number.toFixed(1)} ms`;
