// Takes the entitlements of an Onefare shop and writes the list of WireGuard peers that may connect. README.md says how
// to run it.
import { once } from 'node:events';
import { readFile } from 'node:fs/promises';
import { createServer } from 'node:http';
import { join } from 'node:path';
import { Webhook, WebhookVerificationError } from 'standardwebhooks';
import { allowedPeers, readPeers } from './peers.mjs';
import { inTurn, isEntitlement, Store, writeWhole } from './store.mjs';

const MINUTE = 60_000;
const LONGEST_BODY = 64 * 1024;

const NEEDED = {
  RECEIVER_OPS_URL: "the address of the shop's operations port, such as http://127.0.0.1:8081",
  ONEFARE_ENTITLEMENTS_SECRET: 'the secret that signs the pushes, whsec_…',
  ONEFARE_ENTITLEMENTS_KEY: 'the key of the calls',
  RECEIVER_FOLDER: 'the folder of peers.json, in which the receiver keeps its files',
};

/** Exits with one sentence instead of a stack trace: the operator must correct a setting or a file. */
function refuse(sentence) {
  console.error(sentence);
  process.exit(1);
}

const missing = Object.keys(NEEDED).filter((name) => !process.env[name]);
if (missing.length > 0) refuse(missing.map((name) => `${name} is missing: ${NEEDED[name]}.`).join('\n'));
const { RECEIVER_OPS_URL, ONEFARE_ENTITLEMENTS_SECRET, ONEFARE_ENTITLEMENTS_KEY, RECEIVER_FOLDER } = process.env;
const { RECEIVER_LISTEN = '127.0.0.1:9080' } = process.env;
const [, host, port] = /^\[?(.+?)\]?:(\d+)$/.exec(RECEIVER_LISTEN) ?? refuse('RECEIVER_LISTEN is written HOST:PORT.');
if (!URL.canParse(RECEIVER_OPS_URL)) refuse('RECEIVER_OPS_URL is no address.');

const inFolder = (name) => join(RECEIVER_FOLDER, name);
const unreadable = (name) => (error) => refuse(`${inFolder(name)} cannot be read: ${error.message}`);

let webhook;
try {
  webhook = new Webhook(ONEFARE_ENTITLEMENTS_SECRET);
} catch {
  refuse('ONEFARE_ENTITLEMENTS_SECRET is no secret: it is written whsec_ and base64, and is one.');
}
const store = await Store.open(inFolder('entitlements.ndjson')).catch(unreadable('entitlements.ndjson'));
let peers = await readPeers(inFolder('peers.json')).catch(unreadable('peers.json'));
let lapse;

/** Writes the list, and sets the clock for the moment at which its next entry lapses. */
const list = inTurn(async () => {
  // Until the first catch-up completes the store is empty, and an empty list would disconnect every customer.
  if (store.next === null) return;
  const now = Date.now();
  const { text, lapsesAt } = allowedPeers(store.entitlements, peers, now);
  clearTimeout(lapse);
  lapse = setTimeout(() => attempt(list), Math.min(lapsesAt - now, MINUTE));
  const written = await readFile(inFolder('allowed-peers.conf'), 'utf8').catch(() => undefined);
  // An unchanged list is not rewritten: a watcher of the file would reload WireGuard for nothing.
  if (text !== written) await writeWhole(inFolder('allowed-peers.conf'), text);
});

async function take(entitlements, next) {
  for (const { account, state, until, revision } of await store.take(entitlements, next)) {
    console.log(`${account} is ${state}, until ${until}, revision ${revision}`);
  }
  await list();
}

/** Asks the shop for everything that changed since the last time. */
async function catchUp() {
  const found = [];
  let after = store.next ?? 0;
  for (let more = true; more; ) {
    const url = new URL(`/entitlements/changes?after=${after}`, RECEIVER_OPS_URL);
    const headers = { authorization: `Bearer ${ONEFARE_ENTITLEMENTS_KEY}` };
    const answer = await fetch(url, { headers, signal: AbortSignal.timeout(10_000) });
    if (!answer.ok) throw new Error(`${url} answered ${answer.status}`);
    const page = await answer.json();
    if (!page.entitlements.every(isEntitlement)) throw new Error(`${url} answered something else than entitlements`);
    if (page.more && !(page.next > after)) throw new Error(`${url} does not lead on`);
    found.push(...page.entitlements);
    ({ next: after, more } = page);
  }
  // Applied once every page is read: a partial list would disconnect the accounts of the pages that follow.
  await take(found, after);
}

/** Takes one push and returns the status that answers it. */
async function push(request) {
  if (request.method !== 'POST') return 405;
  const parts = [];
  let length = 0;
  for await (const part of request) {
    length += part.length;
    if (length > LONGEST_BODY) return 413;
    parts.push(part);
  }
  let event;
  try {
    // The signature is over the bytes as they came, so they are verified before they are parsed.
    event = webhook.verify(Buffer.concat(parts).toString(), request.headers);
  } catch (error) {
    return error instanceof WebhookVerificationError ? 401 : 400;
  }
  if (typeof event?.type !== 'string') return 400;
  // An unknown type is acknowledged and ignored; otherwise the shop would retry it for ever.
  if (event.type !== 'entitlement.updated') return 204;
  if (!isEntitlement(event.data)) return 400;
  await take([event.data]);
  return 204;
}

async function attempt(work) {
  try {
    await work();
  } catch (error) {
    console.error(error.cause ? `${error.message}: ${error.cause.message}` : error.message);
  }
}

/** The work of each minute. A failing step, such as an unreadable file or an unreachable shop, does not stop the others. */
const refresh = inTurn(async () => {
  await attempt(async () => {
    peers = await readPeers(inFolder('peers.json'));
  });
  await attempt(list);
  await attempt(catchUp);
});

const server = createServer((request, response) => {
  const failed = (error) => {
    console.error(error.message);
    return 500;
  };
  push(request)
    .catch(failed)
    .then((status) => response.writeHead(status).end());
});
process.on('SIGHUP', refresh);
server.listen(Number(port), host);
await once(server, 'listening').catch((error) => refuse(`${RECEIVER_LISTEN} cannot be listened on: ${error.message}`));
console.log(`listening on ${RECEIVER_LISTEN}`);
refresh();
setInterval(refresh, MINUTE);
