// Prints the shop's figures under load: answers and durable checkouts a second, status calls with many orders, memory.
import { availableParallelism } from 'node:os';
import { serverBinary, shown } from '../lib/paths.mjs';
import { openDatabases } from './databases.mjs';
import { buildGenerator, connections, flushTime } from './generator.mjs';
import { failure, line, megabytes, ms, note, percent, row, title, whole } from './report.mjs';
import { answersBesideHello, checkouts, statusWithOrders } from './speed.mjs';
import { statements } from './statements.mjs';

const cores = availableParallelism();
const perSecond = (rate) => `${whole(rate)} /s`;
const time = (microseconds) => ms(microseconds / 1000);
const span = ({ least, most }, shown = whole) => `${shown(least)} to ${shown(most)}`;
const micro = (microseconds) => `${microseconds.toFixed(1)} µs`;

/** Answers a second with their latencies, and below them the computing time of each process. */
function answers(what, { rate, p50, p99, good, wrong, first_wrong, share }) {
  if (wrong > 0) failure(`${what}: ${wrong} of ${good + wrong} answers: ${first_wrong}`);
  if (!rate || good === 0) return failure(`${what}: no answer`);
  line(
    what,
    perSecond(rate.median),
    `p50 ${time(p50)}, p99 ${time(p99)}, rounds ${span(rate)}, ${whole(good)} checked`,
  );
  const { machine, ...known } = share;
  if (!machine) return;
  const parts = Object.entries(known).map(([name, { median }]) => `${name} ${percent(median)}`);
  const elsewhere = machine.median - Object.values(known).reduce((sum, { median }) => sum + median, 0);
  const busy = elsewhere > 0.2 ? ': too busy, the rates are too low' : '';
  note(`of one core: ${parts.join(', ')}; everything else here ${percent(Math.max(0, elsewhere))}${busy}`);
  if (known.generator.median > 0.9) note('The generator is at its own limit: the server could answer more.');
}

/**
 * The limit applies to computing time where the system reports it: the generator's work and the machine's other load
 * are part of both rates and make them look alike.
 */
function besideHello(what, result, counts) {
  answers(what, result);
  const limit = [percent, 0.8, { counts, least: true }];
  const { server } = result.cost_to_base;
  if (!server) return row('  of hello', result.to_base.median, ...limit);
  line('  of hello, by answers a second', percent(result.to_base.median), `rounds ${span(result.to_base, percent)}`);
  row('  of hello, by computing time', server.median, ...limit);
  note(`rounds ${span(server, percent)}; ${micro(result.cost.server.median)} an answer`);
}

function memory(what, { peak, rest }, counts) {
  row(what, rest, megabytes, 40e6, { counts, more: peak ? `at most ${megabytes(peak)}` : '' });
}

async function speed(binary, name, kind, counts) {
  title(`Answers a second, ${name}, on ${kind.name}`);
  const { results, memory: used } = await answersBesideHello(binary, kind);
  const hello = results.hello;
  answers('hello behind the same layers', hello);
  if (hello.cost.server) {
    const { server, generator } = hello.cost;
    note(`computing time of an answer: server ${micro(server.median)}, generator ${micro(generator.median)}`);
  }
  besideHello('/buy, cached', results.page, counts);
  besideHello('initial data', results['initial data'], counts);
  answers('status of a paid session', results.status);
  return used;
}

async function asked(binary, kinds) {
  title('Asked of the database, by one of each');
  for (const kind of kinds) {
    for (const [what, { statements: count, readings, transactions }] of Object.entries(
      await statements(binary, kind),
    )) {
      if (count === 0) failure(`${kind.name}: no statement of a ${what} was counted`);
      const more = `statements, ${readings} connections to read, ${transactions} transactions`;
      line(`${what}, ${kind.name}`, whole(count), more);
    }
  }
  note(
    'On PostgreSQL the beginning and the end of a transaction are statements too. A settlement is the run of its job.',
  );
}

async function durable(binary, name, databases) {
  title(`Durable checkouts a second, ${name}: the whole call, each order flushed to the disk before it is answered`);
  line('one flush of this disk', ms(await flushTime(databases.folder)));
  for (const { name, unsafe } of databases.all.filter((kind) => kind.unsafe)) {
    note(`${name} is not measured: ${unsafe}, so nothing there is durable.`);
  }
  if (databases.missing) note(databases.missing);
  const kinds = databases.all.filter((kind) => !kind.unsafe);
  const found = await checkouts(binary, kinds);
  for (const { kind, result, stored } of found) {
    answers(kind.name, result);
    note(kind.promise);
    const pages = `${whole(result.right)} checkouts answered in all, ${whole(stored)} different payment pages stored`;
    if (stored === result.right) note(pages);
    else failure(`${kind.name}: ${pages}`);
  }
  return found;
}

async function stored(binary, name, kind, amounts) {
  title(`Status calls with many orders stored, ${name}, on ${kind.name}`);
  const found = await statusWithOrders(binary, kind, amounts);
  for (const { orders, result, seeded } of found) {
    answers(`${whole(orders)} orders`, result);
    note(`stored in ${seeded.toFixed(1)} s`);
  }
  for (const { orders, result } of found.slice(1)) {
    const what = `${whole(orders)} beside ${whole(amounts[0])}`;
    line(what, percent(result.to_base.median), `by answers a second, rounds ${span(result.to_base, percent)}`);
    const { server } = result.cost_to_base;
    if (server) line('', percent(server.median), `by the server's computing time, rounds ${span(server, percent)}`);
  }
  return found;
}

/** All measurements under load, of one binary. `long` also stores a million orders. */
export async function load({ binary, isRelease, long }) {
  await buildGenerator();
  const name = isRelease ? 'release' : 'development build (no figure counts)';
  title(`Under load: ${shown(binary)}`);
  note(
    `Generator, server, sandbox and database share ${cores} cores, nothing is pinned, ${connections} connections are`,
  );
  note('kept alive with one request each, every answer is checked. Rounds take turns; figures are their medians.');
  if (!isRelease) note(`${shown(serverBinary('dist'))} is not built: \`npm run bench -- --dist\` builds it.`);
  const databases = await openDatabases();
  try {
    const [embedded] = databases.all;
    await asked(binary, databases.all);
    const used = await speed(binary, name, embedded, isRelease);
    const bought = await durable(binary, name, databases);
    const amounts = long ? [10_000, 1_000_000] : [10_000];
    const many = [];
    for (const kind of databases.all) many.push({ kind, found: await stored(binary, name, kind, amounts) });
    if (!long) note('`npm run bench -- --load` stores 1 000 000 too and says what they cost.');
    title(`Memory of the server at rest after load, ${name} (the sandbox is another process)`);
    memory('cached answers', used, isRelease);
    for (const { kind, memory: after } of bought) memory(`checkouts, ${kind.name}`, after, isRelease);
    for (const { kind, found } of many) {
      const { orders, memory: after } = found.at(-1);
      memory(`${whole(orders)} orders, ${kind.name}`, after, isRelease);
    }
  } finally {
    await databases.close();
  }
}
