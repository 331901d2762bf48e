// Ten thousand idle connections that occupy their places, in four ways, and their effect on a buyer and a provider. The
// same connections to a port that does nothing come before and after: they show the cost of the driver and the system.
import { createHmac, randomUUID } from 'node:crypto';
import http from 'node:http';
import net from 'node:net';
import { figure, pause } from '../../lib/hostile-buyer.mjs';
import { milliseconds, percentile } from '../../lib/percentile.mjs';
import { hold } from '../../lib/socket-holder.mjs';
import { openShop } from '../../lib/trial-shop.mjs';

export const shows = 'silent, slow, unread and idle connections slow nobody down';

/** The database plays no part in it except for the webhook events. */
const kinds = ['silent', 'slow_body', 'unread', 'pings'];
export const databases = ['sqlite'];

/** ONEFARE_SOCKETS sets fewer; the program that holds them opens one file each. */
const wanted = Number(process.env.ONEFARE_SOCKETS ?? 10_000);

/** Requests of each sort in one round, and the kept connections they share. */
const [requests, atOnce] = [1_500, 3];

/**
 * The 99th percentile may rise by a tenth. Below some 20 ms two rounds without hostile connections already differ by
 * more than that here, so there it may rise by 2 ms: for a p99 of 4 ms that is half, and a smaller loss goes unnoticed.
 */
const [factor, unrest] = [1.1, 2];

/** The sandbox signs its webhook events with it. */
const secret = 'whsec_onefare_sandbox';

/** A port in this process that accepts connections and does nothing. */
async function deaf() {
  const sockets = new Set();
  const server = net.createServer((socket) => {
    sockets.add(socket);
    socket.on('error', () => {}).resume();
    socket.once('close', () => sockets.delete(socket));
  });
  await new Promise((done) => server.listen({ port: 0, host: '127.0.0.1', backlog: 4096 }, done));
  const close = () => {
    for (const socket of sockets) socket.destroy();
    return new Promise((done) => server.close(done));
  };
  return { port: server.address().port, close };
}

/** Milliseconds of one request; infinite when it fails. */
const timed = (agent, url, { method = 'GET', headers = {}, body } = {}) =>
  new Promise((done) => {
    const since = performance.now();
    const request = http.request(url, { agent, method, headers }, (answer) => {
      answer
        .resume()
        .on('end', () => done(answer.statusCode === 200 ? performance.now() - since : Number.POSITIVE_INFINITY));
    });
    request.on('error', () => done(Number.POSITIVE_INFINITY));
    request.end(body);
  });

function webhookEvent() {
  const body = JSON.stringify({
    id: `evt_${randomUUID().replaceAll('-', '')}`,
    object: 'event',
    type: 'checkout.session.completed',
    livemode: false,
    created: Math.floor(Date.now() / 1000),
    data: { object: { id: 'cs_test_nobodys', object: 'checkout.session', client_reference_id: 'pay_nobodys' } },
  });
  const stamp = Math.floor(Date.now() / 1000);
  const signature = createHmac('sha256', secret).update(`${stamp}.${body}`).digest('hex');
  const headers = { 'content-type': 'application/json', 'stripe-signature': `t=${stamp},v1=${signature}` };
  return { method: 'POST', headers, body };
}

async function round(agent, url, wish) {
  const times = [];
  const one = async () => {
    while (times.length < requests) times.push(await timed(agent, url, wish?.()));
  };
  await Promise.all(Array.from({ length: atOnce }, one));
  return percentile(times, 0.99);
}

async function measured(shop) {
  const agent = new http.Agent({ keepAlive: true, maxSockets: atOnce });
  const buy = await round(agent, `${shop.url}/buy`);
  const webhook = await round(agent, `${shop.url}/webhooks/stripe`, webhookEvent);
  agent.destroy();
  return { buy, webhook };
}

export async function attack(report) {
  const { shop, close } = await openShop({ env: { ONEFARE_LOG: 'error', ONEFARE_DEMO_PLACES: 'few' } });
  const dull = await deaf();
  const during = async (kind, port) => {
    const holder = await hold(kind, port, wanted);
    try {
      const figures = await measured(shop);
      const held = await figure(shop, 'onefare_connections{port="shop"}');
      return { ...figures, ...(await holder.count()), held };
    } finally {
      await holder.end();
      await pause(1_000);
    }
  };
  try {
    const port = new URL(shop.url).port;
    await measured(shop);
    let good = true;
    for (const kind of kinds) {
      const before = await during(kind, dull.port);
      const hostile = await during(kind, port);
      const after = await during(kind, dull.port);
      report(
        `${kind}: connections`,
        `${hostile.opened} opened, ${wanted} wanted, never fewer than ${hostile.lowest} at once; the shop holds ${hostile.held}`,
      );
      good &&= hostile.opened >= wanted;
      for (const what of ['buy', 'webhook']) {
        const idle = Math.max(before[what], after[what]);
        const limit = Math.max(idle * factor, idle + unrest);
        report(
          `${kind}: p99 of ${what}`,
          `${milliseconds(hostile[what])}, limit ${milliseconds(limit)}; held elsewhere ${milliseconds(before[what])}, ${milliseconds(after[what])}`,
        );
        good &&= hostile[what] <= limit;
      }
    }
    return good;
  } finally {
    await dull.close();
    await close();
  }
}
