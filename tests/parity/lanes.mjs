// Spreads a comparison over every core: worker threads, each with a native side and a seed of its own.
import { availableParallelism } from 'node:os';
import { isMainThread, parentPort, Worker, workerData } from 'node:worker_threads';
import { compare } from './compare.mjs';
import { rules } from './rules.mjs';

/** Fewer cases than this are not worth a thread. */
const LEAST = 10_000;

function lane(name, seed, cases) {
  return new Promise((done, fail) => {
    const worker = new Worker(new URL(import.meta.url), { workerData: { name, seed, cases } });
    worker.once('message', done);
    worker.once('error', fail);
  });
}

/**
 * Runs `compare` on every core: the same result, with the seconds it took. The cases depend on the number of lanes, so
 * a failed run is repeated elsewhere with the same `lanes`.
 * @param {import('./compare.mjs').Rule} rule
 */
export async function compareInLanes(rule, { seed, cases, lanes = availableParallelism() }) {
  const count = Math.max(1, Math.min(lanes, Math.floor(cases / LEAST)));
  const since = performance.now();
  const sizes = Array.from(
    { length: count },
    (_, index) => Math.floor(cases / count) + (index < cases % count ? 1 : 0),
  );
  const results = await Promise.all(sizes.map((size, index) => lane(rule.name, seed + index, size)));
  const sum = (of) => results.reduce((total, result) => total + of(result), 0);
  return {
    compared: sum(({ compared }) => compared),
    seen: Object.fromEntries(Object.keys(rule.kinds).map((kind) => [kind, sum(({ seen }) => seen[kind])])),
    found: results.flatMap(({ found }) => found),
    seconds: (performance.now() - since) / 1000,
  };
}

if (!isMainThread) {
  const { name, seed, cases } = workerData;
  const rule = rules.find((one) => one.name === name);
  parentPort.postMessage(await compare(rule, { seed, cases }));
}
