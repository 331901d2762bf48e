// The receiver of examples/wireguard-receiver behind a real shop: the official library of Standard Webhooks verifies
// every push, receiver and shop are killed at bad moments, and the list of peers follows the shop all the same.
import assert from 'node:assert/strict';
import { spawn } from 'node:child_process';
import { randomBytes } from 'node:crypto';
import { once } from 'node:events';
import { mkdir, mkdtemp, readFile, rm, rmdir, stat, writeFile } from 'node:fs/promises';
import { createServer } from 'node:http';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, before, test } from 'node:test';
import { Webhook } from 'standardwebhooks';
import { begin, pause, pay } from '../../scripts/lib/hostile-buyer.mjs';
import { at, serverBinary } from '../../scripts/lib/paths.mjs';
import { freePort } from '../../scripts/lib/ports.mjs';
import { openProcess } from '../../scripts/lib/trial-process.mjs';
import { trialSettings } from '../../scripts/lib/trial-shop.mjs';

const newSecret = () => `whsec_${randomBytes(32).toString('base64')}`;
const OLD_SECRET = newSecret();
const NEW_SECRET = newSecret();
const KEY = randomBytes(32).toString('hex');
const BINARY = process.env.ONEFARE_BINARY ?? serverBinary();

/** Waits until `look` gives something true, and returns it; fails after a minute and a half, and says what was seen. */
async function until(what, look) {
  const since = performance.now();
  let seen;
  while (performance.now() - since < 90_000) {
    seen = await look();
    if (seen) return seen;
    await pause(25);
  }
  return assert.fail(`${what}: not in time`);
}

/**
 * A proxy between shop and receiver. It records each call (`{ path, headers, body, status }`), answers 503 by itself
 * while it is shut, adds `more` to each address, and calls `arrived` with each call that it let through, before the
 * answer leaves.
 */
async function openGate() {
  const gate = { calls: [], shut: false, target: undefined, more: '', arrived: async () => {} };
  const server = createServer(async (request, response) => {
    const parts = [];
    for await (const part of request) parts.push(part);
    const body = Buffer.concat(parts).toString();
    const { host: _, connection: __, 'content-length': ___, ...headers } = request.headers;
    const { method, url: path } = request;
    const forward = () =>
      fetch(`${gate.target}${path}${gate.more}`, { method, headers, body: method === 'GET' ? undefined : body });
    const answer = gate.shut ? undefined : await forward().catch(() => undefined);
    const text = await answer?.text();
    const status = answer?.status ?? 503;
    gate.calls.push({ path, headers, body, status });
    if (answer) await gate.arrived(body);
    response.writeHead(status, { 'content-type': answer?.headers.get('content-type') ?? 'text/plain' }).end(text);
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  gate.url = `http://127.0.0.1:${server.address().port}`;
  gate.close = () => {
    server.closeAllConnections();
    server.close();
  };
  return gate;
}

let settings;
let shop;
/** What passes from the shop to the receiver, and the other way. */
let pushes;
let pulls;
let receiver;
const folders = [];
const running = new Set();

async function startShop(secrets) {
  const env = {
    ...settings.env,
    ONEFARE_ENTITLEMENTS_URL: `${pushes.url}/`,
    ONEFARE_ENTITLEMENTS_SECRET: secrets,
    ONEFARE_ENTITLEMENTS_KEY: KEY,
  };
  const ops = `http://${env.ONEFARE_OPS_LISTEN}`;
  const { pid, close } = await openProcess({ binary: BINARY, args: ['serve'], env, url: `${ops}/readyz` });
  const kill = async () => {
    process.kill(pid, 'SIGKILL');
    await close();
  };
  shop = { url: env.ONEFARE_PUBLIC_URL, sandbox: env.ONEFARE_SANDBOX_PUBLIC_URL, ops, env, kill, close };
  pulls.target = ops;
}

/** Runs a command of the shop, as its operator does. */
async function onefare(args, input = '') {
  const child = spawn(BINARY, args, { env: { ...process.env, ...shop.env } });
  let text = '';
  for (const stream of [child.stdout, child.stderr]) {
    stream.on('data', (chunk) => {
      text += chunk;
    });
  }
  // A command that does not read its input closes it.
  child.stdin.on('error', () => {});
  child.stdin.end(input);
  const [code] = await once(child, 'close');
  return { code, text };
}

/** The number of the one order of an address. */
async function orderOf(email) {
  const { code, text } = await onefare(['orders', 'find', email, '--json']);
  assert.equal(code, 0, text);
  const [{ number }] = JSON.parse(text);
  return number;
}

/** A folder and a port for a receiver, which keeps both when it is killed and started again. */
async function newPlace(ops = pulls.url) {
  const folder = await mkdtemp(join(tmpdir(), 'onefare-receiver-'));
  folders.push(folder);
  const port = await freePort();
  const place = { folder, url: `http://127.0.0.1:${port}`, registered: {} };
  place.env = {
    RECEIVER_OPS_URL: ops,
    ONEFARE_ENTITLEMENTS_SECRET: OLD_SECRET,
    ONEFARE_ENTITLEMENTS_KEY: KEY,
    RECEIVER_FOLDER: folder,
    RECEIVER_LISTEN: `127.0.0.1:${port}`,
  };
  place.read = (name) => readFile(join(folder, name), 'utf8').catch(() => '');
  place.list = () => place.read('allowed-peers.conf');
  place.stored = async () => {
    const lines = ((await place.read('entitlements.ndjson')) || '{"next":null}').trimEnd().split('\n');
    const [{ next }, ...entitlements] = lines.map((line) => JSON.parse(line));
    return { next, entitlements };
  };
  place.knows = async (account) => (await place.stored()).entitlements.find((one) => one.account === account);
  place.files = async () => [await place.read('entitlements.ndjson'), await place.list()];
  place.register = async (account, count = 1) => {
    const keys = Array.from({ length: count }, () => randomBytes(32).toString('base64'));
    const taken = Object.values(place.registered).flat().length;
    const peer = (publicKey, index) => ({ publicKey, allowedIp: `10.8.0.${taken + index + 2}/32` });
    place.registered[account] = keys.map(peer);
    await writeFile(join(folder, 'peers.json'), JSON.stringify(place.registered));
    return keys;
  };
  await writeFile(join(folder, 'peers.json'), '{}');
  return place;
}

const spawnReceiver = (env) => {
  const child = spawn(process.execPath, [at('examples', 'wireguard-receiver', 'receiver.mjs')], {
    env: { PATH: process.env.PATH, ...env },
  });
  const printed = { text: '' };
  for (const stream of [child.stdout, child.stderr]) {
    stream.on('data', (chunk) => {
      printed.text += chunk;
    });
  }
  return { child, printed };
};

async function startReceiver(place, more = {}) {
  const { child, printed } = spawnReceiver({ ...place.env, ...more });
  running.add(child);
  await until('the receiver listens', () => {
    assert.equal(child.exitCode, null, printed.text);
    return printed.text.includes('listening on ');
  });
  return {
    ...place,
    printed: () => printed.text,
    refresh: () => child.kill('SIGHUP'),
    kill: async () => {
      if (!running.delete(child)) return;
      const gone = once(child, 'exit');
      child.kill('SIGKILL');
      await gone;
    },
  };
}

const ask = (path, key = KEY) =>
  fetch(`${shop.ops}${path}`, { headers: key ? { authorization: `Bearer ${key}` } : {} });

/** What the shop knows about the account of an address, once it knows something. */
const entitlementOf = (email) =>
  until(`the shop has an entitlement of ${email}`, async () => {
    const answer = await ask(`/entitlements?email=${encodeURIComponent(email)}`);
    return answer.ok && answer.json();
  });

/** A year of the VPN, paid at the sandbox. */
async function buy(name) {
  const email = `${name}.${randomBytes(5).toString('hex')}@example.com`;
  const session = await begin(shop, email);
  await pay(shop, session);
  return { email, session };
}

const about = (account) => (call) => call.body.includes(account);
const taken = ({ status }) => status >= 200 && status < 300;
const isListed = async (place, key) => (await place.list()).includes(`PublicKey = ${key}\n`);

/** A push that the shop never sent. */
function forge(data, { secret = OLD_SECRET, at: attempt = new Date(), body, type = 'entitlement.updated' } = {}) {
  const text = body ?? JSON.stringify({ type, timestamp: new Date().toISOString(), data });
  const id = `msg_${randomBytes(8).toString('hex')}`;
  const headers = {
    'content-type': 'application/json',
    'webhook-id': id,
    'webhook-timestamp': `${Math.floor(attempt.getTime() / 1000)}`,
    'webhook-signature': new Webhook(secret).sign(id, attempt, text),
  };
  return { method: 'POST', headers, body: text };
}

const deliver = async (place, push) => (await fetch(place.url, push)).status;

/** An entitlement of an account that the shop does not have. */
const madeUp = (more = {}) => ({
  account: 'acc_madeup',
  product: 'vpn',
  state: 'active',
  from: new Date().toISOString(),
  paid_until: new Date(Date.now() + 3_600_000).toISOString(),
  until: new Date(Date.now() + 3_600_000).toISOString(),
  devices: 4,
  simultaneous: 2,
  revision: 1_000_000,
  joined_into: null,
  ...more,
});

/** A receiver of its own, which has caught up with the shop once and hears nothing more from it. */
async function aside(t) {
  const place = await startReceiver(await newPlace(shop.ops));
  t.after(() => place.kill());
  await until('the receiver has caught up', async () => (await place.stored()).next !== null);
  return place;
}

before(async () => {
  settings = await trialSettings();
  pushes = await openGate();
  pulls = await openGate();
  await startShop(OLD_SECRET);
  const place = await newPlace();
  pushes.target = place.url;
  receiver = await startReceiver(place);
  await until('the receiver has caught up', async () => (await receiver.stored()).next !== null);
});

after(async () => {
  for (const child of running) child.kill('SIGKILL');
  await shop?.close();
  await settings?.forget();
  pushes?.close();
  pulls?.close();
  for (const folder of folders) await rm(folder, { recursive: true, force: true });
});

test('what a payment unlocks is pushed, the official library accepts it, and the peer may connect', async () => {
  pulls.shut = true;
  const { email } = await buy('push');
  const known = await entitlementOf(email);
  assert.match(known.account, /^acc_[0-9a-z]+$/);
  assert.deepEqual([known.product, known.state, known.joined_into], ['vpn', 'active', null]);
  const [from, paidUntil, end] = [known.from, known.paid_until, known.until].map((instant) => Date.parse(instant));
  assert.ok(from <= Date.now() && Date.now() < paidUntil && paidUntil < end, JSON.stringify(known));
  assert.ok(known.devices >= known.simultaneous && known.simultaneous > 0 && known.revision > 0);
  assert.deepEqual(await (await ask(`/entitlements/${known.account}`)).json(), known);

  const push = await until('the push is taken', () => pushes.calls.filter(about(known.account)).find(taken));
  assert.equal(push.headers['content-type'], 'application/json');
  const event = new Webhook(OLD_SECRET).verify(push.body, push.headers);
  assert.equal(event.type, 'entitlement.updated');
  assert.ok(Math.abs(Date.parse(event.timestamp) - Date.now()) < 60_000, event.timestamp);
  assert.deepEqual(event.data, known);
  assert.throws(() => new Webhook(NEW_SECRET).verify(push.body, push.headers), /No matching signature/);

  assert.deepEqual(await receiver.knows(known.account), known);
  const [key] = await receiver.register(known.account);
  receiver.refresh();
  await until('the peer is listed', () => isListed(receiver, key));
  const [{ allowedIp }] = receiver.registered[known.account];
  assert.equal(await receiver.list(), `[Peer]\nPublicKey = ${key}\nAllowedIPs = ${allowedIp}\n\n`);
});

test('a receiver that was killed catches up, and takes the repeated push without a change', async () => {
  await receiver.kill();
  const { email } = await buy('killed');
  const { account } = await entitlementOf(email);
  const refused = await until('a push is refused', () => pushes.calls.find(about(account)));
  assert.equal(refused.status, 503);
  const [key] = await receiver.register(account);
  assert.equal(await isListed(receiver, key), false);

  pushes.shut = true;
  pulls.shut = false;
  pulls.calls = [];
  receiver = await startReceiver(receiver);
  await until('the peer is listed', () => isListed(receiver, key));
  assert.match(pulls.calls.find(taken).path, /^\/entitlements\/changes\?after=\d+$/);
  assert.equal(pushes.calls.filter(about(account)).find(taken), undefined);

  const before = await receiver.files();
  pushes.shut = false;
  const repeated = await until('the push comes again', () => pushes.calls.filter(about(account)).find(taken));
  assert.equal(repeated.headers['webhook-id'], refused.headers['webhook-id']);
  assert.equal(repeated.body, refused.body);
  assert.deepEqual(await receiver.files(), before);

  // It goes on where it was, and leaves a list that says the same untouched.
  const written = async () => (await stat(join(receiver.folder, 'allowed-peers.conf'))).mtimeMs;
  const since = await written();
  const { revision } = await receiver.knows(account);
  const goesOn = ({ path }) => path === `/entitlements/changes?after=${revision}`;
  receiver.refresh();
  await until('the receiver goes on', () => pulls.calls.filter(goesOn).find(taken));
  receiver.refresh();
  await until('the receiver goes on', () => pulls.calls.filter(goesOn).filter(taken).length > 1);
  assert.equal(await written(), since);
});

test('a receiver that was killed needs no more than the repeated push', async () => {
  await receiver.kill();
  const { email } = await buy('repeated');
  const { account } = await entitlementOf(email);
  const refused = await until('a push is refused', () => pushes.calls.find(about(account)));
  const [key] = await receiver.register(account);
  pulls.shut = true;
  receiver = await startReceiver(receiver);
  await until('the peer is listed', () => isListed(receiver, key));
  const repeated = await until('the push is taken', () => pushes.calls.filter(about(account)).find(taken));
  assert.equal(repeated.headers['webhook-id'], refused.headers['webhook-id']);
  pulls.shut = false;
});

test('a shop that is killed loses nothing and doubles nothing, while its secret is replaced', async () => {
  const lines = async () => (await receiver.stored()).entitlements;
  const earlier = await receiver.list();
  const customers = [];

  // Immediately after the payment, before any job has run.
  customers.push(await buy('paid'));
  await shop.kill();
  receiver.refresh();
  await until('the call is refused', () => /fetch failed|answered 503/.test(receiver.printed()));
  assert.equal(await receiver.list(), earlier);
  await startShop(OLD_SECRET);

  // When the change is stored and its push was refused.
  pushes.shut = true;
  customers.push(await buy('stored'));
  const stored = await entitlementOf(customers[1].email);
  await until('a push is refused', () => pushes.calls.find(about(stored.account)));
  await shop.kill();
  await startShop(OLD_SECRET);
  pushes.shut = false;

  // When the receiver has taken the push, and the shop has not heard of it.
  const killed = new Promise((done) => {
    pushes.arrived = async (body) => {
      if (!customers[2] || !body.includes(customers[2].account)) return;
      pushes.arrived = async () => {};
      await shop.kill();
      done();
    };
  });
  pushes.shut = true;
  customers.push(await buy('answered'));
  customers[2].account = (await entitlementOf(customers[2].email)).account;
  pushes.shut = false;
  await killed;
  await startShop(`${NEW_SECRET},${OLD_SECRET}`);
  await until('the push comes again', () => pushes.calls.filter(about(customers[2].account)).filter(taken).length > 1);

  for (const customer of customers) {
    customer.account = (await entitlementOf(customer.email)).account;
    [customer.key] = await receiver.register(customer.account);
    await until('the push is taken', () => pushes.calls.filter(about(customer.account)).find(taken));
  }
  receiver.refresh();
  await until('the last peer is listed', () => isListed(receiver, customers[2].key));
  const keys = (await receiver.list()).match(/(?<=^PublicKey = ).*$/gm);
  const registered = Object.values(receiver.registered).flat();
  assert.deepEqual(
    keys,
    registered.map(({ publicKey }) => publicKey),
  );

  const ids = new Map();
  for (const { body, headers } of pushes.calls) {
    const { account, revision } = JSON.parse(body).data;
    const known = ids.get(`${account} ${revision}`) ?? headers['webhook-id'];
    assert.equal(headers['webhook-id'], known, `${account} ${revision}`);
    ids.set(`${account} ${revision}`, known);
  }
  assert.equal(new Set(ids.values()).size, ids.size);

  // All that the shop hands over, page by page and as a whole, is what the receiver has.
  const paged = [];
  let page = { next: 0, more: true };
  while (page.more) {
    page = await (await ask(`/entitlements/changes?after=${page.next}&limit=2`)).json();
    assert.ok(page.entitlements.length <= 2);
    paged.push(...page.entitlements);
  }
  const count = Object.keys(receiver.registered).length;
  assert.equal(paged.length, count);
  const revisions = paged.map(({ revision }) => revision);
  assert.deepEqual(
    revisions,
    revisions.toSorted((one, other) => one - other),
  );
  assert.equal(new Set(revisions).size, count);
  assert.equal(page.next, revisions.at(-1));
  const sorted = (await lines()).toSorted((one, other) => one.revision - other.revision);
  assert.deepEqual(sorted, paged);
  const snapshot = await ask('/entitlements/snapshot');
  assert.match(snapshot.headers.get('content-type'), /^application\/x-ndjson/);
  const whole = (await snapshot.text()).trimEnd().split('\n');
  assert.deepEqual(JSON.parse(whole.pop()), { end: true, count, revision: revisions.at(-1) });
  assert.deepEqual(
    whole.map((line) => JSON.parse(line)),
    paged,
  );

  const compare = (entitlements) =>
    onefare(['entitlements', 'compare', '-'], entitlements.map((one) => `${JSON.stringify(one)}\n`).join(''));
  const agreed = await compare(sorted);
  assert.equal(agreed.code, 0, agreed.text);
  const [first, ...others] = sorted;
  for (const different of [others, [{ ...first, state: 'ended' }, ...others], [...sorted, madeUp()]]) {
    const found = await compare(different);
    assert.equal(found.code, 1, found.text);
  }
});

test('a new receiver fills itself page by page, and half of the pages make no list', async () => {
  const place = await newPlace();
  for (const { account } of (await receiver.stored()).entitlements) await place.register(account);
  pulls.more = '&limit=2';
  pulls.calls = [];
  pulls.arrived = async () => {
    pulls.shut = true;
  };
  const fresh = await startReceiver(place);
  await until('the second page is refused', () => pulls.calls.some(({ status }) => status === 503));
  await until('the receiver says so', () => fresh.printed().includes('answered 503'));
  assert.deepEqual(await fresh.files(), ['', '']);

  pulls.arrived = async () => {};
  pulls.shut = false;
  fresh.refresh();
  await until('the receiver has caught up', async () => (await fresh.stored()).next !== null);
  const byAccount = (one, other) => (one.account < other.account ? -1 : 1);
  const [filled, known] = [fresh, receiver].map(async (one) => (await one.stored()).entitlements.toSorted(byAccount));
  assert.deepEqual(await filled, await known);
  const all = Object.values(place.registered).flat();
  await until('all are listed', async () => (await fresh.list()).split('[Peer]').length === all.length + 1);
  pulls.more = '';
  await fresh.kill();
});

test('while a secret is replaced the old one and the new one verify each push, afterwards the new one alone', async () => {
  const both = await entitlementOf((await buy('both')).email);
  const push = await until('the push is taken', () => pushes.calls.filter(about(both.account)).find(taken));
  for (const secret of [OLD_SECRET, NEW_SECRET]) new Webhook(secret).verify(push.body, push.headers);

  await receiver.kill();
  const place = { ...receiver, env: { ...receiver.env, ONEFARE_ENTITLEMENTS_SECRET: NEW_SECRET } };
  receiver = await startReceiver(place);
  await shop.close();
  await startShop(NEW_SECRET);
  const later = await entitlementOf((await buy('new')).email);
  const last = await until('the push is taken', () => pushes.calls.filter(about(later.account)).find(taken));
  new Webhook(NEW_SECRET).verify(last.body, last.headers);
  assert.throws(() => new Webhook(OLD_SECRET).verify(last.body, last.headers), /No matching signature/);
});

test('an operator sees an entitlement and sends it again', async () => {
  const { email } = await buy('resend');
  const { account, revision } = await entitlementOf(email);
  const count = () => pushes.calls.filter(about(account)).filter(taken).length;
  await until('the push is taken', count);
  for (const wanted of [account, email]) {
    const shown = await onefare(['entitlements', 'show', wanted]);
    assert.equal(shown.code, 0, shown.text);
    assert.match(shown.text, new RegExp(account));
  }
  assert.equal((await onefare(['entitlements', 'show', 'acc_nobody'])).code, 1);
  const before = await receiver.files();
  const sent = count();
  const resent = await onefare(['entitlements', 'resend', account]);
  assert.equal(resent.code, 0, resent.text);
  await until('the push comes again', () => count() > sent);
  assert.equal(JSON.parse(pushes.calls.filter(about(account)).at(-1).body).data.revision, revision);
  assert.deepEqual(await receiver.files(), before);
});

test('a refund removes the peer, and nobody else', async () => {
  const { email } = await buy('refund');
  const { account, revision } = await entitlementOf(email);
  const [key] = await receiver.register(account);
  receiver.refresh();
  await until('the peer is listed', () => isListed(receiver, key));
  const others = (await receiver.list()).replace(/\[Peer\]\n.*\n.*\n\n$/, '');

  const refunded = await onefare(['orders', 'refund', await orderOf(email), '--yes']);
  assert.equal(refunded.code, 0, refunded.text);
  await until('the peer is gone', async () => !(await isListed(receiver, key)));
  assert.equal(await receiver.list(), others);
  const known = await receiver.knows(account);
  assert.equal(known.state, 'ended');
  assert.ok(known.revision > revision && Date.parse(known.until) <= Date.now(), JSON.stringify(known));
  assert.deepEqual(await entitlementOf(email), known);
});

test('a dispute takes the access for as long as the bank decides', async () => {
  const { email, session } = await buy('dispute');
  const { account } = await entitlementOf(email);
  const [key] = await receiver.register(account);
  receiver.refresh();
  await until('the peer is listed', () => isListed(receiver, key));

  const control = async (path) => {
    const answer = await fetch(`${shop.sandbox}/control/${path}`, { method: 'POST' });
    assert.equal(answer.status, 200);
    return answer.json();
  };
  const dispute = await control(`sessions/${session}/dispute`);
  await until('the peer is gone', async () => !(await isListed(receiver, key)));
  assert.equal((await receiver.knows(account)).state, 'suspended');
  await control(`disputes/${dispute.id}/won`);
  await until('the peer is back', () => isListed(receiver, key));
  assert.equal((await receiver.knows(account)).state, 'active');
});

test('an account keeps its id at a new address, and leaves its peers to the account that it is joined into', async () => {
  const [moving, staying] = [await buy('moving'), await buy('staying')];
  const { account } = await entitlementOf(moving.email);
  const other = await entitlementOf(staying.email);
  const keys = [...(await receiver.register(account)), ...(await receiver.register(other.account))];
  const allListed = async () => {
    const listed = await receiver.list();
    return keys.every((key) => listed.includes(key));
  };
  receiver.refresh();
  await until('both peers are listed', allListed);

  const move = async (to) => {
    const { code, text } = await onefare(['orders', 'change-email', await orderOf(moving.email), to, '--yes']);
    assert.equal(code, 0, text);
    moving.email = to;
  };
  await move(`moved.${moving.email}`);
  assert.equal((await entitlementOf(moving.email)).account, account);

  await move(staying.email);
  await until('the receiver knows it', async () => (await receiver.knows(account)).joined_into === other.account);
  assert.equal((await receiver.knows(account)).state, 'ended');
  assert.equal((await entitlementOf(staying.email)).account, other.account);
  receiver.refresh();
  await until('the other account has both', allListed);
  assert.equal((await receiver.knows(other.account)).state, 'active');
});

test('without the right key nobody learns anything', async () => {
  const { account } = (await receiver.stored()).entitlements[0];
  const paths = [account, 'acc_nobody', 'changes?after=0', 'snapshot', 'openapi.json'].map((path) => `/${path}`);
  for (const path of [...paths, '?email=somebody@example.com']) {
    for (const key of ['', KEY.slice(0, -1), `${KEY}0`, randomBytes(32).toString('hex')]) {
      const answer = await ask(`/entitlements${path}`, key);
      assert.deepEqual([answer.status, await answer.text()], [401, ''], `${path} with "${key}"`);
    }
  }
  for (const path of ['/acc_nobody', '?email=nobody@example.com']) {
    const answer = await ask(`/entitlements${path}`);
    assert.equal(answer.status, 404);
    assert.equal(typeof (await answer.json()).error, 'string');
  }
  assert.equal((await (await ask('/entitlements/openapi.json')).json()).openapi.split('.')[0], '3');
});

test('a push that is not the shop’s, or no entitlement, changes nothing', async (t) => {
  const place = await aside(t);
  const [key] = await place.register('acc_madeup');
  assert.equal(await deliver(place, forge(madeUp({ state: 'ended' }))), 204);
  place.refresh();
  const before = await place.files();

  const newer = madeUp({ revision: 2_000_000 });
  const good = forge(newer);
  const minutesAgo = (minutes) => ({ at: new Date(Date.now() - minutes * 60_000) });
  const { 'webhook-signature': _, ...unsigned } = good.headers;
  const pushed = [
    [401, forge(newer, { secret: NEW_SECRET })],
    [401, forge(newer, minutesAgo(10))],
    [401, forge(newer, minutesAgo(-10))],
    [401, { ...good, body: good.body.replace('"devices":4', '"devices":5') }],
    [401, { ...good, headers: { ...good.headers, 'webhook-id': 'msg_another' } }],
    [401, { ...good, headers: unsigned }],
    [400, forge(newer, { body: '{"type":' })],
    [400, forge(newer, { body: '' })],
    [400, forge(newer, { body: '{"data":{}}' })],
    [400, forge({ ...newer, account: undefined })],
    [400, forge({ ...newer, state: 1 })],
    [400, forge({ ...newer, until: 'tomorrow' })],
    [400, forge({ ...newer, devices: '4' })],
    [400, forge({ ...newer, revision: null })],
    [204, forge(newer, { type: 'entitlement.invented' })],
    [405, {}],
  ];
  for (const [index, [status, push]] of pushed.entries()) {
    assert.equal(await deliver(place, push), status, `push ${index}`);
    assert.deepEqual(await place.files(), before, `push ${index}`);
  }
  assert.equal(await isListed(place, key), false);
  assert.equal(await deliver(place, good), 204);
  assert.equal(await isListed(place, key), true);
});

test('an older revision changes nothing, nor does the same one again', async (t) => {
  const place = await aside(t);
  const [key] = await place.register('acc_madeup');
  place.refresh();
  const send = (state, revision) => deliver(place, forge(madeUp({ state, revision })));
  assert.equal(await send('active', 1_000_005), 204);
  await until('the peer is listed', () => isListed(place, key));
  const before = await place.files();
  for (const revision of [1_000_004, 1_000_005]) {
    assert.equal(await send('ended', revision), 204);
    assert.deepEqual(await place.files(), before);
  }
  assert.equal(await send('ended', 1_000_006), 204);
  assert.equal(await isListed(place, key), false);
});

test('a push is taken only once it is on disk', async (t) => {
  const place = await aside(t);
  const before = await place.files();
  const push = forge(madeUp());
  const hindrance = join(place.folder, 'entitlements.ndjson.new');
  await mkdir(hindrance);
  for (const _ of ['first', 'again']) assert.equal(await deliver(place, push), 500);
  assert.deepEqual(await place.files(), before);
  await rmdir(hindrance);
  assert.equal(await deliver(place, push), 204);
  assert.equal((await place.knows('acc_madeup')).revision, 1_000_000);
});

test('access lapses at its time while the shop is down, and a later state of grace is kept', async (t) => {
  const place = await aside(t);
  const [key] = await place.register('acc_short');
  const [graced] = await place.register('acc_graced');
  await place.kill();
  const cut = await startReceiver(place, { RECEIVER_OPS_URL: 'http://127.0.0.1:9' });
  t.after(() => cut.kill());
  const short = new Date(Date.now() + 3000);
  await deliver(cut, forge(madeUp({ account: 'acc_short', until: short.toISOString() })));
  await deliver(cut, forge(madeUp({ account: 'acc_graced', state: 'grace', paid_until: short.toISOString() })));
  assert.deepEqual([await isListed(cut, key), await isListed(cut, graced)], [true, true]);
  await until('the peer is gone', async () => !(await isListed(cut, key)));
  assert.ok(Date.now() >= short.getTime());
  assert.equal(await isListed(cut, graced), true);
});

test('no account has more peers than devices, and one that was joined leaves its peers to the other', async (t) => {
  const place = await aside(t);
  const [one, two, three] = await place.register('acc_new', 3);
  const [four, five] = await place.register('acc_old', 2);
  place.refresh();
  await deliver(place, forge(madeUp({ account: 'acc_new', devices: 2 })));
  await deliver(place, forge(madeUp({ account: 'acc_old', devices: 2, revision: 1_000_001 })));
  const keys = async () => (await place.list()).match(/(?<=^PublicKey = ).*$/gm);
  await until('all that may be are listed', async () => (await keys())?.length === 4);
  assert.deepEqual(await keys(), [one, two, four, five]);
  const joined = { account: 'acc_old', state: 'ended', joined_into: 'acc_new', devices: 2, revision: 1_000_002 };
  await deliver(place, forge(madeUp(joined)));
  assert.deepEqual(await keys(), [one, two]);
  await deliver(place, forge(madeUp({ account: 'acc_new', devices: 4, revision: 1_000_003 })));
  assert.deepEqual(await keys(), [one, two, three, four]);
});

test('a receiver that knows nobody yet writes no list, and one whose peers cannot be read keeps them', async (t) => {
  const empty = await newPlace('http://127.0.0.1:9');
  const [key] = await empty.register('acc_madeup');
  const alone = await startReceiver(empty);
  t.after(() => alone.kill());
  assert.equal(await deliver(alone, forge(madeUp())), 204);
  assert.equal(await alone.list(), '');

  const place = await aside(t);
  const [kept] = await place.register('acc_madeup');
  place.refresh();
  await deliver(place, forge(madeUp()));
  await until('the peer is listed', () => isListed(place, kept));
  const peers = join(place.folder, 'peers.json');
  await writeFile(peers, '{"acc_madeup": [');
  place.refresh();
  await until('the fault is told', () => place.printed().includes('JSON'));
  assert.equal(await isListed(place, kept), true);
  const odd = [{ publicKey: key, allowedIp: '10.8.0.9/33' }, { publicKey: `${key}\n[Interface]`, allowedIp: '::1' }, 7];
  const good = { publicKey: key, allowedIp: 'fd00::2/128' };
  await writeFile(peers, JSON.stringify({ acc_madeup: [...odd, good] }));
  place.refresh();
  await until('the good entry is listed', () => isListed(place, key));
  assert.equal(await place.list(), `[Peer]\nPublicKey = ${key}\nAllowedIPs = fd00::2/128\n\n`);
});

test('a receiver without a setting, or with one that cannot be, says which one', async () => {
  const { env } = await newPlace();
  const wrong = [
    ...['RECEIVER_OPS_URL', 'ONEFARE_ENTITLEMENTS_SECRET', 'ONEFARE_ENTITLEMENTS_KEY', 'RECEIVER_FOLDER'].map(
      (name) => [name, ''],
    ),
    ['RECEIVER_OPS_URL', 'shop'],
    ['ONEFARE_ENTITLEMENTS_SECRET', `${OLD_SECRET},${NEW_SECRET}`],
    ['RECEIVER_LISTEN', '9080'],
    ['RECEIVER_FOLDER', join(tmpdir(), 'no-such-folder')],
  ];
  for (const [name, value] of wrong) {
    const { child, printed } = spawnReceiver({ ...env, [name]: value });
    const [code] = await once(child, 'exit');
    assert.equal(code, 1, printed.text);
    await until('it says so', () => printed.text.includes(name === 'RECEIVER_FOLDER' && value ? 'peers.json' : name));
  }
});
