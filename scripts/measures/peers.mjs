// The rules beside libraries with the same task, in a real Chromium: ratios of alternating turns.
import { join } from 'node:path';
import { chromium } from '@playwright/test';
import { browser } from '../lib/browser.mjs';
import { clientManifest } from '../lib/build.mjs';
import { npm } from '../lib/packages.mjs';
import { at, readJson } from '../lib/paths.mjs';
import { mustRun } from '../lib/run.mjs';
import { unlessFresh } from '../lib/stamp.mjs';
import { failure, line, note, row, title } from './report.mjs';

const ROUNDS = 15;
const source = at('tests', 'peers');
const bundle = at('target', 'peers');
/** Nothing listens there: the script hands every file to the browser. */
const origin = 'http://peers.localhost';

/** Installs the libraries that only this comparison needs. */
async function install() {
  const [wanted, lock] = ['package.json', 'package-lock.json'].map((name) => join(source, name));
  const outputs = [join(source, 'node_modules', '.package-lock.json')];
  await unlessFresh('peers', { inputs: [wanted, lock], outputs }, () =>
    mustRun('Installing the libraries to compare', ...npm('ci', '--no-audit', '--no-fund'), {
      log: 'peers',
      cwd: source,
    }),
  );
  return readJson(wanted).dependencies;
}

function bundled() {
  const args = ['build', '--config', join(source, 'vite.config.js'), '--logLevel', 'warn'];
  const plan = { inputs: [source, at('package-lock.json')], outputs: [join(bundle, 'page.js')], words: args };
  return unlessFresh('peers-page', plan, () =>
    mustRun('Building the page that compares', 'vite', args, { log: 'peers-page' }),
  );
}

const folders = [
  ['/assets/', at('web', 'dist', 'client', 'assets')],
  ['/page/', bundle],
];

/** A cross-origin isolated page: browsers give it a finer clock. */
const document = {
  'content-type': 'text/html',
  'cross-origin-opener-policy': 'same-origin',
  'cross-origin-embedder-policy': 'require-corp',
};

function answer(route) {
  const { pathname } = new URL(route.request().url());
  if (pathname === '/') return route.fulfill({ body: '<!doctype html><title>Peers</title>', headers: document });
  const [prefix, folder] = folders.find(([start]) => pathname.startsWith(start)) ?? [];
  return folder ? route.fulfill({ path: join(folder, pathname.slice(prefix.length)) }) : route.fulfill({ status: 404 });
}

async function inBrowser(wish) {
  const opened = await chromium.launch({ executablePath: await browser(), args: ['--no-sandbox', '--disable-gpu'] });
  try {
    const page = await opened.newPage();
    await page.route(`${origin}/**`, answer);
    await page.goto(`${origin}/`);
    const results = await page.evaluate(async (wish) => (await import('/page/page.js')).compare(wish), wish);
    return { results, version: opened.version() };
  } finally {
    await opened.close();
  }
}

const sorted = (values) => values.toSorted((one, other) => one - other);
const spread = (values) => {
  const all = sorted(values);
  return { least: all[0], median: all[Math.floor(all.length / 2)], most: all.at(-1) };
};
const time = (ns) => (ns < 1000 ? `${ns.toFixed(ns < 10 ? 1 : 0)} ns` : `${(ns / 1000).toFixed(1)} µs`);
/** A ratio to two significant digits. */
const times = (ratio) => (ratio < 10 ? `${Number(ratio.toPrecision(2))}` : ratio.toFixed(0));
const shortened = (text) => (text.length > 40 ? `${text.slice(0, 12)}… (${text.length} characters)` : text);
const named = (names) => names.map((name) => (name === 'rules' ? 'the rules' : name)).join(', ');

/** The goal of a median, in words. */
const judged = (wanted, median) =>
  wanted ? `, goal ${wanted.goal.toFixed(1)} ${median >= wanted.goal ? 'met' : 'MISSED'}` : '';

function report({ name, notes, goals, differ, wrong, took }, versions) {
  title(name);
  for (const text of wrong) failure(text);
  const { rules, ...others } = took;
  if (!rules) return;
  line('the rules', time(spread(rules).median));
  for (const [peer, all] of Object.entries(others)) {
    const ratios = all.map((took, round) => took / rules[round]);
    const { least, median, most } = spread(ratios);
    const ahead = ratios.filter((ratio) => ratio < 1).length;
    const verdict = ahead === 0 ? '' : `, faster than the rules in ${ahead} of ${ratios.length} rounds`;
    const wanted = goals[peer];
    const goal = judged(wanted, median);
    const ratio = `${wanted ? median.toFixed(2) : times(median)} times as long (${times(least)} to ${times(most)})${goal}${verdict}`;
    line([peer, versions[peer]].filter(Boolean).join(' '), time(spread(all).median), ratio);
    if (wanted?.floor)
      row(`  ${peer} beside the rules`, median, (ratio) => ratio.toFixed(2), wanted.floor, { least: true });
  }
  for (const text of notes) note(text);
  for (const { input, takes, refuses } of differ) {
    note(`Not compared: ${shortened(input)} is fine for ${named(takes)}, not for ${named(refuses)}.`);
  }
}

/**
 * Prints every task with its goal. There is one build of the rules, the shipped one: a figure below its goal's floor
 * counts as a failure. So does a library with different answers: the figures would not be about the same work.
 */
export async function peers() {
  const versions = await install();
  await bundled();
  const { file } = readJson(clientManifest)['src/rules/generated/onefare_wasm.js'];
  const { results, version } = await inBrowser({ shipped: `/${file}`, rounds: ROUNDS });
  title(`The rules beside libraries, in Chromium ${version}`);
  note('Time of one call, median of the rounds. All take turns; a ratio is of one round: its median, least and most.');
  note('Before that all must have given the same answers. The rules are the WASM that pages download.');
  for (const result of results) report(result, versions);
}
