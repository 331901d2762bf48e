// Runs in the browser: the rules as the shop loads them, and the libraries beside them.
import { disagreement, measure } from './clock.js';
import { checkoutData } from './jobs/checkout-data.js';
import { discount } from './jobs/discount.js';
import { email } from './jobs/email.js';
import { explanation } from './jobs/explanation.js';
import { otp } from './jobs/otp.js';
import { priceText } from './jobs/price-text.js';
import { quote } from './jobs/quote.js';

/**
 * @typedef {object} Job
 * @property {string} name
 * @property {string[]} notes what a reader has to know to judge the figures
 * @property {unknown[]} inputs on which all must agree
 * @property {(rules: object) => Record<string, (input: unknown) => unknown>} contestants
 * `rules` among them
 * @property {{ input: unknown, takes: string[], refuses: string[] }[]} [differ] inputs on which they do not, and who
 * finds nothing wrong with them
 * @property {Record<string, { goal: number, floor?: number }>} [goals] how many times as long a library should take;
 * below the floor the rules are too slow
 */

/** @type {Job[]} */
const jobs = [quote, explanation, discount, priceText, email, otp, checkoutData];

/** Whether the comparison of answers sees one that is wrong. */
const seesLies = (works, inputs) => disagreement({ ...works, liar: () => 'a lie' }, inputs) !== undefined;

/** Inputs that a library does not treat as their note says. */
const mistold = (works, differ) =>
  differ.flatMap(({ input, takes, refuses }) => [
    ...takes.filter((name) => works[name](input) !== undefined).map((name) => `${name} refuses ${input}`),
    ...refuses.filter((name) => works[name](input) === undefined).map((name) => `${name} takes ${input}`),
  ]);

/** Every job with what was found: `{ name, notes, goals, differ, wrong, took }`, `took` in nanoseconds by name and round. */
export async function compare({ shipped: url, rounds }) {
  const rules = await import(/* @vite-ignore */ url);
  return jobs.map(({ name, notes, inputs, contestants, differ = [], goals = {} }) => {
    const works = contestants(rules);
    const wrong = [disagreement(works, inputs), ...mistold(works, differ)].filter(Boolean);
    if (!seesLies(works, inputs)) wrong.push('a wrong answer was not noticed');
    const took = wrong.length === 0 ? measure(works, inputs, rounds) : {};
    return { name, notes, goals, differ, wrong, took };
  });
}
