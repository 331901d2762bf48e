// Sits between the sandbox and the shop: records every webhook event byte for byte, and forwards it.
import { once } from 'node:events';
import { createServer } from 'node:http';

/** The subject of a webhook event: the type of a Stripe event, or the id that is all Mollie sends. */
function subject(path, body) {
  const text = body.toString('utf8');
  return path.endsWith('/mollie') ? new URLSearchParams(text).get('id') : JSON.parse(text).type;
}

/**
 * @returns `url(provider)` for the sandbox's settings, the webhook events so far (`{ about, body, headers, status }`),
 *   a way to wait for one, and `to(url)`, which sets the shop's address once it has started.
 */
export async function openRecorder() {
  const events = [];
  const waiting = new Set();
  let shop;
  const server = createServer(async (request, response) => {
    const parts = [];
    for await (const part of request) parts.push(part);
    const body = Buffer.concat(parts);
    const passedOn = ['content-type', 'stripe-signature'].filter((name) => request.headers[name]);
    const headers = Object.fromEntries(passedOn.map((name) => [name, request.headers[name]]));
    const answer = await fetch(`${shop}${request.url}`, { method: 'POST', headers, body }).catch(() => undefined);
    const status = answer?.status ?? 502;
    response.writeHead(status).end();
    events.push({ about: subject(request.url, body), body, headers: request.headers, status });
    for (const look of waiting) look();
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');

  /** The first event with that subject; fails after ten seconds. */
  const of = (about) =>
    new Promise((found, fail) => {
      const late = setTimeout(() => fail(new Error(`no webhook event about ${about} came`)), 10_000);
      const look = () => {
        const event = events.find((one) => one.about === about);
        if (!event) return;
        clearTimeout(late);
        waiting.delete(look);
        found(event);
      };
      waiting.add(look);
      look();
    });
  return {
    url: (provider) => `http://127.0.0.1:${server.address().port}/webhooks/${provider}`,
    events,
    of,
    to: (url) => {
      shop = url;
    },
    close: () => new Promise((closed) => server.close(closed)),
  };
}
