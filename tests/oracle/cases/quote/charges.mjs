// The days of later charges, by hand. What is counted in months keeps the day of the purchase and takes the last day of a
// month that is too short for it, as Stripe does (docs.stripe.com/billing/subscriptions/billing-cycle); a trial and a
// first term with free months are counted from their end.
import { quotes } from './times.mjs';

const at = (day, time = '10:00:00.000') => Date.parse(`${day}T${time}Z`);

/** Quote, day of the purchase, days of the charges one after the other. */
const rows = [
  ['month', '2027-01-29', ['2027-02-28', '2027-03-29', '2027-04-29', '2027-05-29']],
  ['month', '2027-01-30', ['2027-02-28', '2027-03-30', '2027-04-30', '2027-05-30']],
  ['month', '2027-01-31', ['2027-02-28', '2027-03-31', '2027-04-30', '2027-05-31', '2027-06-30', '2027-07-31']],
  ['month', '2028-01-29', ['2028-02-29', '2028-03-29']],
  ['month', '2028-01-30', ['2028-02-29', '2028-03-30', '2028-04-30']],
  ['month', '2028-01-31', ['2028-02-29', '2028-03-31', '2028-04-30']],
  ['month', '2027-02-28', ['2027-03-28', '2027-04-28']],
  ['month', '2026-12-31', ['2027-01-31', '2027-02-28', '2027-03-31']],
  ['quarter', '2026-11-30', ['2027-02-28', '2027-05-30', '2027-08-30', '2027-11-30', '2028-02-29', '2028-05-30']],
  ['quarter', '2027-03-31', ['2027-06-30', '2027-09-30', '2027-12-31', '2028-03-31']],
  ['year', '2028-02-29', ['2029-02-28', '2030-02-28', '2031-02-28', '2032-02-29', '2033-02-28']],
  ['year', '2096-02-29', ['2097-02-28', '2098-02-28', '2099-02-28', '2100-02-28']],
  ['short', '2027-01-31', ['2027-02-28', '2027-03-31']],
  // A week after the purchase, then every year.
  ['trial', '2028-02-22', ['2028-02-29', '2029-02-28', '2030-02-28', '2031-02-28', '2032-02-29']],
  ['trial', '2027-02-21', ['2027-02-28', '2028-02-28']],
  // Sixteen months after the purchase, then every year from there.
  ['deal', '2025-10-31', ['2027-02-28', '2028-02-28', '2029-02-28']],
  ['deal', '2026-10-31', ['2028-02-29', '2029-02-28', '2030-02-28', '2031-02-28', '2032-02-29']],
  // On 1 March, when it may be paid as well, they are two days longer: so many days were agreed with the provider.
  ['deal', '2027-02-28', ['2028-06-30', '2029-06-30']],
];

const oneByOne = rows.flatMap(([kind, bought, days]) =>
  days.map((day, place) => [
    `${kind} from ${bought}, charge ${place + 1}`,
    'quote_next_charge',
    [quotes[kind], at(bought), at(place === 0 ? bought : days[place - 1])],
    { value: at(day) },
  ]),
);

const ask = (name, kind, bought, now, day) => [
  name,
  'quote_next_charge',
  [quotes[kind], at(bought), now],
  { value: day && at(day) },
];

export const charges = [
  ...oneByOne,
  ask('before the purchase', 'month', '2027-01-31', at('2026-12-01'), '2027-02-28'),
  ask('after the day that the February before had', 'month', '2027-01-31', at('2027-03-29'), '2027-03-31'),
  ask('a millisecond before a charge', 'month', '2027-01-31', at('2027-03-31', '09:59:59.999'), '2027-03-31'),
  ask('a millisecond after a charge', 'month', '2027-01-31', at('2027-03-31', '10:00:00.001'), '2027-04-30'),
  ask('ten years later', 'month', '2027-01-31', at('2037-02-01'), '2037-02-28'),
  ask('paid once', 'prepaid', '2027-01-31', at('2027-03-29'), null),
  ask('data', 'refill', '2027-01-31', at('2027-03-29'), null),
];
