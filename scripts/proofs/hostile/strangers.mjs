// What one stranger does to others while all limits are on: buyers elsewhere look at `/buy`, ask for sign-in codes and begin
// checkouts, each from a network of their own, while the stranger sends what empties, floods or shuts out. The same requests
// to a server that refuses everything come before and after: they show the cost of the driver and the system.
import { spawn, spawnSync } from 'node:child_process';
import { randomUUID } from 'node:crypto';
import { readFileSync, writeFileSync } from 'node:fs';
import http from 'node:http';
import { join } from 'node:path';
import { pause } from '../../lib/hostile-buyer.mjs';
import { at, serverBinary } from '../../lib/paths.mjs';
import { milliseconds, percentile } from '../../lib/percentile.mjs';
import { ways } from '../../lib/strangers.mjs';
import { openShop } from '../../lib/trial-shop.mjs';

export const shows = 'strangers who pay nothing slow nobody down, and get nobody else refused';

/** The limits and caches are the same on both. */
export const databases = ['sqlite'];

/** Rounds of a buyer in one measurement, and the pause between them. */
const [rounds, rest] = [240, 40];

/**
 * The 95th percentile may rise by a fifth. Two measurements without a stranger already differ by more than that where an
 * answer takes a few milliseconds, so there it may rise by 2 ms.
 */
const [factor, unrest] = [1.2, 2];

const codeText = 'FIRST100';

/** Leaves 60 uses of the limited code. */
function offerCode(shop, binary) {
  const file = join(shop.data, 'prices.toml');
  const env = { ...process.env, ...shop.env };
  const exported = spawnSync(binary, ['catalogue', 'export'], { env, encoding: 'utf8' });
  writeFileSync(file, exported.stdout.replace('usage_limit = 100', 'usage_limit = 160'));
  const applied = spawnSync(binary, ['catalogue', 'apply', file, '--yes'], { env, encoding: 'utf8' });
  if (applied.status !== 0) throw new Error(`catalogue apply: ${applied.stderr}${readFileSync(file, 'utf8').length}`);
}

/** Milliseconds and status of one request from an address of this machine. */
const timed = (port, localAddress, { body, ...wish }) =>
  new Promise((done) => {
    const since = performance.now();
    const request = http.request({ host: '127.0.0.1', port, localAddress, ...wish }, (answer) => {
      answer.resume().on('end', () => done({ took: performance.now() - since, status: answer.statusCode }));
    });
    request.on('error', (error) => done({ took: Number.POSITIVE_INFINITY, status: error.code }));
    request.end(body);
  });

const post = (path, value) => ({
  path,
  method: 'POST',
  headers: { 'content-type': 'application/json' },
  body: JSON.stringify(value),
});

/** What a buyer does, each with an address of its own. */
const acts = {
  '/buy': () => ({ path: '/buy', method: 'GET', headers: { accept: 'text/html', 'accept-encoding': 'br' } }),
  'sign-in': () => post('/panel/verify-otp', { email: `b${randomUUID().slice(0, 12)}@example.com` }),
  checkout: (withCode) =>
    post('/api/subscription/get_checkout_link', {
      email: `b${randomUUID().slice(0, 12)}@example.com`,
      selectedPackage: 'vpn-12m',
      currency: 'AED',
      ...(withCode ? { code: codeText, expected_amount: 7_500 } : { expected_amount: 15_000 }),
    }),
};

let network = 0;

/** An address of another network for each round: no limit of the buyers' own plays a part. */
function elsewhere() {
  network += 1;
  return `127.${2 + (Math.floor(network / 250) % 90)}.${1 + (network % 250)}.1`;
}

async function measured(port, withCode) {
  const seen = Object.fromEntries(Object.keys(acts).map((act) => [act, { times: [], refused: 0 }]));
  for (let round = 0; round < rounds; round += 1) {
    const address = elsewhere();
    for (const [act, wish] of Object.entries(acts)) {
      // Of the code, a few uses in each measurement: the others buy without it.
      const { took, status } = await timed(port, address, wish(withCode && round % 40 === 0));
      seen[act].times.push(took);
      if (status !== 200) seen[act].refused += 1;
    }
    await pause(rest);
  }
  return seen;
}

const p95 = (times) => percentile(times, 0.95);

/** Measures while strangers send in one way to a port. */
async function during(way, port, shopPort) {
  const stranger = spawn(process.execPath, [at('scripts', 'lib', 'strangers.mjs'), way, String(port)], {
    stdio: ['pipe', 'pipe', 'inherit'],
  });
  try {
    await pause(1_000);
    const seen = await measured(shopPort, way === 'the uses of a limited code');
    const statuses = await new Promise((done) => {
      stranger.stdout.once('data', (data) => done(data.toString().trim()));
      stranger.stdin.write('?\n');
    });
    return { seen, statuses };
  } finally {
    stranger.kill('SIGKILL');
    await pause(500);
  }
}

export async function attack(report) {
  const binary = process.env.ONEFARE_BINARY ?? serverBinary();
  const { shop, close } = await openShop({
    binary,
    env: { ONEFARE_LOG: 'error', ONEFARE_DEMO_PLACES: 'few', ONEFARE_LIMITS: '' },
  });
  try {
    offerCode(shop, binary);
    const port = Number(new URL(shop.url).port);
    await measured(port, false);
    let good = true;
    for (const way of Object.keys(ways)) {
      const before = await during(way, 0, port);
      const hostile = await during(way, port, port);
      const after = await during(way, 0, port);
      report(`${way}: answers to strangers`, hostile.statuses);
      for (const act of Object.keys(acts)) {
        const [first, last] = [before, after].map(({ seen }) => p95(seen[act].times));
        const idle = Math.max(first, last);
        const limit = Math.max(idle * factor, idle + unrest);
        const found = p95(hostile.seen[act].times);
        const { refused } = hostile.seen[act];
        report(
          `${way}: p95 of ${act}`,
          `${milliseconds(found)}, limit ${milliseconds(limit)}; without ${milliseconds(first)}, ${milliseconds(last)}; ${refused} of ${rounds} refused`,
        );
        good &&= found <= limit && refused === 0;
      }
    }
    return good;
  } finally {
    await close();
  }
}
