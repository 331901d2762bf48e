// A server stops while buyers use it: /readyz fails first, a load balancer moves the buyers away within a second, and
// no connection breaks.
import http from 'node:http';
import { begin, checkout, control, isReady, pause, seconds, until } from '../../lib/hostile-buyer.mjs';
import { openShop } from '../../lib/trial-shop.mjs';

export const shows = 'SIGTERM breaks no connection';
export const databases = ['sqlite', 'postgres'];

const buyers = 48;

/** The time a load balancer takes to notice. */
const notice = 1_000;

const stopPause = 3;

/** One request over a kept connection: its status, or how the connection broke. */
const asked = (agent, url) =>
  new Promise((done) => {
    const request = http.get(url, { agent }, (answer) => {
      answer.on('error', (error) => done(error.code ?? error.message));
      answer.resume().on('end', () => done(answer.complete ? answer.statusCode : 'cut off'));
    });
    request.on('error', (error) => done(error.code ?? error.message));
  });

export async function attack(report) {
  const { shop, close } = await openShop({
    env: { ONEFARE_STOP_PAUSE_SECONDS: String(stopPause), ONEFARE_LOG: 'error', ONEFARE_DEMO_PLACES: 'few' },
  });
  try {
    await begin(shop, 'first@example.com');
    const seen = new Map();
    const note = (outcome) => seen.set(outcome, (seen.get(outcome) ?? 0) + 1);
    let sendsBuyers = true;
    const buyer = async () => {
      const agent = new http.Agent({ keepAlive: true, maxSockets: 1 });
      while (sendsBuyers) note(await asked(agent, `${shop.url}/buy`));
      agent.destroy();
    };
    const all = Array.from({ length: buyers }, buyer);
    await pause(2_000);
    // One checkout is in flight at a slow provider when the signal comes.
    await control(shop, 'faults', { operation: 'checkout.sessions.create', kind: 'slow', delay_ms: 4_000, times: 1 });
    const underWay = checkout(shop, 'slow@example.com').then(
      (answer) => answer.status,
      (error) => error.message,
    );
    await pause(500);
    process.kill(shop.pid, 'SIGTERM');
    const unready = await until(async () => !(await isReady(shop).catch(() => false)), 5_000);
    report('/readyz says no after', seconds(unready));
    await pause(notice);
    sendsBuyers = false;
    await Promise.all(all);
    const slow = await underWay;
    report(`answers to ${buyers} buyers`, [...seen].map(([outcome, times]) => `${outcome}: ${times}`).join(', '));
    report('the checkout under way', String(slow));
    const broken = [...seen].filter(([outcome]) => outcome !== 200).reduce((sum, [, times]) => sum + times, 0);
    report('connections broken', String(broken));
    return broken === 0 && slow === 200 && unready < notice;
  } finally {
    await close();
  }
}
