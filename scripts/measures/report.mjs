// Prints figures: one line each, its limit beside it.

export const KiB = 1024;
export const kib = (bytes) => `${(bytes / KiB).toFixed(1)} KiB`;
export const megabytes = (bytes) => `${(bytes / 1e6).toFixed(1)} MB`;
export const ms = (time) => `${time.toFixed(time < 10 ? 2 : 0)} ms`;
export const seconds = (time) => `${(time / 1000).toFixed(1)} s`;
export const percent = (part) => `${Math.round(part * 100)} %`;

/** Whole numbers in groups of three. */
export const whole = (number) => `${Math.round(number)}`.replace(/\B(?=(\d{3})+$)/g, ' ');

let over = 0;

/** The number of counted figures beyond their limit. */
export const overLimit = () => over;

export const title = (text) => console.log(`\n${text}`);

/** A figure in words, or a remark on the one above. */
export const line = (what, shown, more = '') =>
  console.log(`  ${what.padEnd(34)} ${shown.padStart(10)}   ${more}`.trimEnd());
export const note = (text) => console.log(`    ${text}`);

/** One figure; without a limit it is only reported. `least`: the limit is a minimum. */
export function row(what, value, shown, limit, { counts = true, least = false, more = '' } = {}) {
  if (limit === undefined) return line(what, shown(value), more);
  const good = least ? value >= limit : value <= limit;
  if (!good && counts) over += 1;
  const verdict = good ? 'OK' : counts ? 'OVER' : 'OVER, not counted: no release';
  line(what, shown(value), `${`limit ${shown(limit)}`.padEnd(17)} ${verdict}${more && `   ${more}`}`);
}

/** A failure that makes the figures near it worthless. */
export function failure(text) {
  over += 1;
  console.log(`  WRONG: ${text}`);
}
