// The memory the shop holds for connections that send much and complete nothing: heads, bodies, and both on HTTP/2.

import { figure, pause } from '../../lib/hostile-buyer.mjs';
import { hold } from '../../lib/socket-holder.mjs';
import { openShop } from '../../lib/trial-shop.mjs';
import { peak, resident } from '../../measures/memory.mjs';

export const shows = 'unfinished heads, streams and bodies take little memory';

/** The database plays no part in it. */
export const databases = ['sqlite'];

const kinds = ['heads', 'streams', 'bodies'];

/** One connection for every place the shop has; ONEFARE_SOCKETS sets fewer. */
const wanted = Number(process.env.ONEFARE_SOCKETS ?? 8_192);

/** Bytes above the shop's memory at rest. */
const limit = 40 * 1024 * 1024;

const megabytes = (bytes) => `${(bytes / 1024 / 1024).toFixed(1)} MB`;

/** A new shop for each kind, because a process does not always return memory to the system. */
async function playOne(kind, report) {
  const { shop, close } = await openShop({ env: { ONEFARE_LOG: 'error', ONEFARE_DEMO_PLACES: 'few' } });
  try {
    for (let number = 0; number < 50; number += 1) await (await fetch(`${shop.url}/buy`)).arrayBuffer();
    await pause(1_000);
    const [rest, before] = [resident(shop.pid), peak(shop.pid) ?? 0];
    const holder = await hold(kind, new URL(shop.url).port, wanted);
    let [most, held] = [0, 0];
    for (let look = 0; look < 40; look += 1) {
      most = Math.max(most, resident(shop.pid));
      held = Math.max(held, await figure(shop, 'onefare_connections{port="shop"}'));
      await pause(250);
    }
    // The system's record of the peak, when the attack was the highest so far.
    const after = peak(shop.pid) ?? 0;
    if (after > before) most = Math.max(most, after);
    const { opened } = await holder.count();
    await holder.end();
    report(`${kind}: connections`, `${opened} opened, ${wanted} wanted, at most ${held} held by the shop at once`);
    report(`${kind}: memory`, `${megabytes(most - rest)} above ${megabytes(rest)} at rest, limit ${megabytes(limit)}`);
    return opened >= wanted && most - rest <= limit;
  } finally {
    await close();
  }
}

export async function attack(report) {
  let good = true;
  for (const kind of kinds) good = (await playOne(kind, report)) && good;
  return good;
}
