// What a shop does while its disk takes nothing, and afterwards: the same questions however the disk fails.
import { begin, checkout, delivered, figure, isReady, pause, pay, seconds, until } from './hostile-buyer.mjs';

/** Checkouts that are tried at most until the disk's failing shows: a database has some room of its own. */
const tries = 5_000;

/** Until then a paid order whose webhook event met a failing disk is delivered, without any request. */
const laterLimit = 5 * 60_000;

/** Checkouts that were accepted until one was refused, and its answer. */
async function untilRefused(shop) {
  for (let number = 0; number < tries; number += 1) {
    const answer = await checkout(shop, `filler${number}@example.com`);
    if (!answer.ok) return { accepted: number, refused: answer };
  }
  return { accepted: tries };
}

/**
 * Breaks the disk of a running shop and mends it.
 * @returns {Promise<{ held: boolean, accepted: number }>} `held`: 503 with Retry-After, the alarm and /readyz told of it, and
 *   afterwards what was paid meanwhile was delivered, and what was refused was sold, by the same process. `accepted`: checkouts
 *   that were answered well while the disk failed.
 */
export async function playFailingDisk(shop, { fail, mend }, report) {
  const paid = await begin(shop, 'early@example.com');
  await fail();
  const { accepted, refused } = await untilRefused(shop);
  report('checkouts accepted before one is refused', String(accepted));
  const { code } = refused ? await refused.json() : {};
  const comeBack = refused?.headers.get('retry-after');
  report(
    'a checkout is answered',
    refused ? `${refused.status} ${code}, Retry-After ${comeBack}` : 'as if nothing were',
  );
  const unready = await until(async () => !(await isReady(shop)), 10_000);
  report('/readyz says no after', seconds(unready));
  await pay(shop, paid);
  await pause(2_000);
  const alarms = await figure(shop, 'onefare_alarms_total{kind="database"}');
  report('alarms meanwhile', String(alarms));
  await mend();
  const ready = await until(() => isReady(shop), 30_000);
  report('mended: /readyz says yes after', seconds(ready));
  const late = await until(async () => (await checkout(shop, 'late@example.com')).ok, 30_000);
  const session = await begin(shop, 'late@example.com');
  await pay(shop, session);
  const sold = await delivered(shop, 'late@example.com', 60_000);
  report('what was refused is sold, delivered after', seconds(late + sold));
  const delivery = await delivered(shop, 'early@example.com', laterLimit);
  report('what was paid meanwhile is delivered after', seconds(delivery));
  const refuses = refused?.status === 503 && comeBack !== null && alarms > 0 && Number.isFinite(unready);
  return { held: refuses && [ready, late, sold, delivery].every(Number.isFinite), accepted };
}
