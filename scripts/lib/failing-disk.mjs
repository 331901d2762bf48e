// How a shop behaves while its disk accepts no writes, and afterwards: the same checks for every way a disk can fail.
import { begin, checkout, delivered, figure, isReady, pause, pay, seconds, until } from './hostile-buyer.mjs';

/** At most this many checkouts until the failing disk shows: a database has some space reserved. */
const tries = 5_000;

/** Within this time a paid order whose webhook event met the failing disk must be delivered, without any request. */
const laterLimit = 5 * 60_000;

/** Counts the checkouts accepted before the first refusal, and returns that refusal. */
async function untilRefused(shop) {
  for (let number = 0; number < tries; number += 1) {
    const answer = await checkout(shop, `filler${number}@example.com`);
    if (!answer.ok) return { accepted: number, refused: answer };
  }
  return { accepted: tries };
}

/**
 * Breaks the disk of a running shop and repairs it.
 * @returns {Promise<{ held: boolean, accepted: number }>} `held`: the shop answered 503 with Retry-After, raised the
 *   alarm and failed /readyz; after the repair the same process delivered what was paid meanwhile and sold what it had
 *   refused. `accepted`: checkouts that succeeded while the disk failed.
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
