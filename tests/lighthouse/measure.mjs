// Lighthouse as on a phone, several rounds per page, with each median beside its limit.
import { launch } from 'chrome-launcher';
import lighthouse from 'lighthouse';

const flags = ['--headless', '--no-sandbox', '--disable-gpu', '--disable-quic', '--no-first-run'];
flags.push('--disable-background-networking', '--disable-component-update', '--disable-sync');
// The front's certificate is made for this run.
flags.push('--ignore-certificate-errors');

const seconds = (value) => `${(value / 1000).toFixed(2)} s`;
const milliseconds = (value) => `${Math.round(value)} ms`;
const atMost = (most) => (value) => value <= most;
const atLeast = (least) => (value) => value >= least;
const metric = (name) => (result) => result.audits[name].numericValue;
const score = (name) => (result) => Math.round(result.categories[name].score * 100);

/** Every figure and its limit: lab, simulated phone. A score of 98 is tolerated for speed, because of its noise. */
export const figures = [
  { name: 'LCP', of: metric('largest-contentful-paint'), show: seconds, holds: atMost(1200), limit: 'at most 1.20 s' },
  { name: 'TBT', of: metric('total-blocking-time'), show: milliseconds, holds: atMost(100), limit: 'at most 100 ms' },
  {
    name: 'CLS',
    of: metric('cumulative-layout-shift'),
    show: (value) => value.toFixed(2),
    holds: (value) => value.toFixed(2) === '0.00',
    limit: '0.00',
  },
  { name: 'Performance', of: score('performance'), show: String, holds: atLeast(98), limit: '100, 98 tolerated' },
  { name: 'Accessibility', of: score('accessibility'), show: String, holds: atLeast(100), limit: '100' },
  { name: 'Best practices', of: score('best-practices'), show: String, holds: atLeast(100), limit: '100' },
  { name: 'SEO', of: score('seo'), show: String, holds: atLeast(100), limit: '100' },
];

export const median = (values) => values.toSorted((one, other) => one - other)[Math.floor(values.length / 2)];

/** Titles of the audits that cost points in any category but speed. */
function complaints({ audits, categories }) {
  const judged = Object.entries(categories).filter(([name]) => name !== 'performance');
  const weighty = judged.flatMap(([, { auditRefs }]) => auditRefs.filter(({ weight }) => weight > 0));
  const failed = weighty.map(({ id }) => audits[id]).filter((audit) => audit.score !== null && audit.score < 1);
  return [...new Set(failed.map((audit) => audit.title))];
}

/** Opens a browser for any number of measurements. */
export async function openBrowser(chromePath) {
  const chrome = await launch({ chromePath, chromeFlags: flags });

  /** One run. A busy machine loses a trace now and then; such a run gives no result, good or bad. */
  async function round(url) {
    for (let attempt = 0; attempt < 4; attempt += 1) {
      const { lhr } = await lighthouse(url, { port: chrome.port, output: 'json', logLevel: 'silent' });
      if (!lhr.runtimeError) return lhr;
      if (attempt === 3) throw new Error(`${url}: ${lhr.runtimeError.code}`);
    }
  }

  return {
    /** The figures of `rounds` runs: `{ name, value, all, good, shown, limit }`, and Lighthouse's complaints. */
    async measure(url, rounds) {
      const results = [];
      while (results.length < rounds) results.push(await round(url));
      const rows = figures.map(({ name, of, show, holds, limit }) => {
        const all = results.map(of);
        const value = median(all);
        return { name, good: holds(value), shown: show(value), all: all.map(show), limit };
      });
      return { rows, complaints: [...new Set(results.flatMap(complaints))] };
    },
    close: () => chrome.kill(),
  };
}
