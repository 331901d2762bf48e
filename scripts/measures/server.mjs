// What the server costs: time until it is ready, memory at rest, and the time to render an uncached page.
import { execFileSync } from 'node:child_process';
import { root } from '../lib/paths.mjs';
import { openShop, trialSettings } from '../lib/trial-shop.mjs';
import { resident } from './memory.mjs';

const median = (numbers) => [...numbers].sort((a, b) => a - b)[Math.floor(numbers.length / 2)];

/** Several cold starts with an empty data folder each: milliseconds from the start to the first 200 of /healthz. */
export async function startAndRest(binary, rounds = 5) {
  const starts = [];
  let memory = 0;
  for (let round = 0; round < rounds; round += 1) {
    const { shop, close } = await openShop({ binary, path: '/healthz' });
    starts.push(shop.readyAfter);
    if (round === rounds - 1) {
      // At rest: it has answered requests and has no work left.
      for (const path of ['/buy', '/ar/buy']) await (await fetch(`${shop.url}${path}`)).arrayBuffer();
      await new Promise((next) => setTimeout(next, 2000));
      memory = resident(shop.pid);
    }
    await close();
  }
  return { ready: median(starts), memory };
}

/** The server renders the page repeatedly and prints the time per rendering. */
export async function renderTime(binary, page, rounds = 200) {
  const { env, forget } = await trialSettings();
  try {
    const args = ['bench-render', '--page', page, '--rounds', String(rounds)];
    const options = { cwd: root, env: { ...process.env, ...env }, encoding: 'utf8', stdio: ['ignore', 'pipe', 'pipe'] };
    const printed = execFileSync(binary, args, options).trim().split('\n').at(-1);
    return { printed, milliseconds: Number(/median ([\d.]+) ms/.exec(printed)?.[1]) };
  } finally {
    await forget();
  }
}
