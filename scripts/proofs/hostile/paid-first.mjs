// Thousands of unpaid hosted pages, a provider that takes 0.3 s per answer, and a crowd that polls those pages
// endlessly: paid orders come first, and buyers can still buy.
import { begin, control, delivered, pause, pay, seconds, send } from '../../lib/hostile-buyer.mjs';
import { openShop } from '../../lib/trial-shop.mjs';

export const shows = 'a paid order is delivered at once although thousands of pages are open and the provider is slow';
export const databases = ['sqlite', 'postgres'];

/** Pages that are opened and abandoned; ONEFARE_OPEN_PAGES sets fewer. */
const pages = Number(process.env.ONEFARE_OPEN_PAGES ?? 10_000);

/** Payments begun at once: the machine has two cores and one database. */
const atOnce = 8;

/** Callers that poll one open page after the other. */
const lookers = 64;

const limits = { told: 5_000, untold: 5 * 60_000, sold: 2_000 };

export async function attack(report) {
  const { shop, close } = await openShop({ env: { ONEFARE_LOG: 'error', ONEFARE_DEMO_PLACES: 'few' } });
  try {
    const bought = [await begin(shop, 'told@example.com'), await begin(shop, 'untold@example.com')];
    let opened = 0;
    const left = [];
    const open = async () => {
      while (opened < pages) {
        opened += 1;
        left.push(await begin(shop, `open${opened}@example.com`));
      }
    };
    const since = performance.now();
    await Promise.all(Array.from({ length: atOnce }, open));
    report('open pages that nobody pays', `${pages} in ${seconds(performance.now() - since)}`);
    const slow = { operation: 'checkout.sessions.retrieve', kind: 'slow', delay_ms: 300, times: 10_000_000 };
    await control(shop, 'faults', slow);
    // Until the first rechecks are due, a minute after each page was created.
    await pause(61_000);
    let looks = true;
    let looked = 0;
    const look = async () => {
      while (looks) {
        const session_id = left[looked++ % left.length];
        await send(`${shop.url}/api/subscription/verify`, { session_id }).then((answer) => answer.arrayBuffer());
      }
    };
    const looking = Array.from({ length: lookers }, look);
    await pause(2_000);
    const asked = performance.now();
    await begin(shop, 'sold@example.com');
    const sold = performance.now() - asked;
    report('a payment page is made meanwhile after', `${seconds(sold)}, limit ${seconds(limits.sold)}`);
    await pay(shop, bought[0]);
    const told = await delivered(shop, 'told@example.com', limits.told * 4);
    report('paid, with a webhook: delivered after', `${seconds(told)}, limit ${seconds(limits.told)}`);
    await control(shop, 'webhooks', { mode: 'drop' });
    await pay(shop, bought[1]);
    const untold = await delivered(shop, 'untold@example.com', limits.untold * 2);
    report('paid, and nobody says so: after', `${seconds(untold)}, limit ${seconds(limits.untold)}`);
    looks = false;
    await Promise.all(looking);
    report('looks at open pages meanwhile', `${looked}`);
    const { faults } = await (await fetch(`${shop.sandbox}/control/faults`)).json();
    report('questions to the provider meanwhile', `${slow.times - faults[0].times_left}`);
    return told < limits.told && untold < limits.untold && sold < limits.sold;
  } finally {
    await close();
  }
}
