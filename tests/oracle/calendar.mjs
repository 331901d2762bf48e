// Calendar months counted day by day: without a library's date arithmetic, from the lengths of the months alone.

const leap = (year) => year % 4 === 0 && (year % 100 !== 0 || year % 400 === 0);
const daysIn = (year, month) => [31, leap(year) ? 29 : 28, 31, 30, 31, 30, 31, 31, 30, 31, 30, 31][month];
const DAY = 86_400_000;

/** The instant `count` calendar months later, in milliseconds since 1970; a missing day becomes the last one. */
export function monthsAfter(start, count) {
  const from = new Date(start);
  let [year, month] = [from.getUTCFullYear(), from.getUTCMonth()];
  // Month by month from the first of this month to the first of the target month; then the day, as far as it exists.
  let days = 1 - from.getUTCDate();
  for (let step = 0; step < count; step += 1) {
    days += daysIn(year, month);
    [year, month] = month === 11 ? [year + 1, 0] : [year, month + 1];
  }
  return start + (days + Math.min(from.getUTCDate(), daysIn(year, month)) - 1) * DAY;
}
