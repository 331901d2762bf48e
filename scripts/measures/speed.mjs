// Answers a second, compared with a server that only says hello behind the same layers; and the memory used.
import { measure, seed, storedPages } from './generator.mjs';
import { peak, resident } from './memory.mjs';
import { buy, checkout, statusCalls } from './purchases.mjs';
import { openHello, openShopApart } from './shops.mjs';

/** The time a server is left alone before it counts as at rest. */
const rest = () => new Promise((next) => setTimeout(next, 5000));

const memoryOf = async (pid) => {
  await rest();
  return { peak: peak(pid), rest: resident(pid) };
};

/** Opens resources in turn, passes them to `work`, and closes them in reverse order whatever happens. */
async function together(openings, work) {
  const open = [];
  try {
    for (const opening of openings) open.push(await opening(...open));
    return await work(...open);
  } finally {
    for (const one of open.reverse()) await (one.close ?? one.drop)();
  }
}

/** Cached page, initial data and status calls beside hello. */
export async function answersBesideHello(binary, kind) {
  const openings = [
    () => openHello(binary),
    () => kind.create('answers'),
    (_, database) => openShopApart(binary, database, kind),
  ];
  return together(openings, async (hello, _, shop) => {
    const target = (name, asks, of = shop) => ({ name, asks, server: of.server, processes: of.processes });
    const get = (path, holds) => [{ method: 'GET', path, headers: { 'accept-encoding': 'br' }, holds }];
    const results = await measure({
      rounds: 12,
      seconds: 0.6,
      warm_up: 0.15,
      base: 'hello',
      targets: [
        target('hello', get('/', ['Hello, world!']), hello),
        // Compressed as for a browser: the generator can only check that all answers are equal.
        target('page', get('/buy', [])),
        target('initial data', get('/api/subscription/get_initial_data', ['"status":"ok"', '"packages":[{'])),
        target('status', statusCalls(await buy(shop))),
      ],
    });
    return { results, memory: await memoryOf(shop.pid) };
  });
}

/**
 * Checkouts on every database, all open at once, in turns; the result holds the hosted pages found in each database.
 */
export async function checkouts(binary, kinds) {
  const openings = kinds.flatMap((kind, index) => [
    () => kind.create('checkouts'),
    (...open) => openShopApart(binary, open[2 * index], kind),
  ]);
  return together(openings, async (...open) => {
    const each = kinds.map((kind, index) => ({ kind, database: open[2 * index], shop: open[2 * index + 1] }));
    const targets = [];
    for (const { kind, shop } of each) {
      const { server, processes } = shop;
      targets.push({ name: kind.name, server, processes, asks: [await checkout(shop)] });
    }
    const results = await measure({ rounds: 5, seconds: 2, warm_up: 0.5, targets });
    const found = [];
    for (const { kind, database, shop } of each) {
      const result = results[kind.name];
      found.push({ kind, result, stored: await storedPages(database.url), memory: await memoryOf(shop.pid) });
    }
    return found;
  });
}

/** Status calls with different numbers of orders stored, in turns. */
export async function statusWithOrders(binary, kind, amounts) {
  const openings = amounts.flatMap((orders, index) => [
    () => kind.create(`orders_${orders}`),
    (...open) => seededShop(binary, open[2 * index], kind, orders),
  ]);
  return together(openings, async (...open) => {
    const shops = amounts.map((_, index) => open[2 * index + 1]);
    const results = await measure({
      rounds: 8,
      seconds: 1,
      warm_up: 0.5,
      base: `${amounts[0]}`,
      targets: shops.map(({ server, processes, known }, index) => ({
        name: `${amounts[index]}`,
        server,
        processes,
        asks: statusCalls(known),
      })),
    });
    const memories = [];
    for (const shop of shops) memories.push(await memoryOf(shop.pid));
    return amounts.map((orders, index) => ({
      orders,
      result: results[`${orders}`],
      seeded: shops[index].seeded,
      memory: memories[index],
    }));
  });
}

/** A shop that has really sold some orders, and stores so many in all. */
async function seededShop(binary, database, kind, orders) {
  const first = await openShopApart(binary, database, kind);
  const bought = await buy(first).finally(first.close);
  const since = performance.now();
  const known = await seed(database.url, { orders: orders - bought.length, asked: 2000 });
  const seeded = (performance.now() - since) / 1000;
  const shop = await openShopApart(binary, database, kind);
  return { ...shop, known: [...bought, ...known], seeded };
}
