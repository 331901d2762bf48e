// Stands between the sandbox and the shop: keeps every notice byte for byte as it came, and hands it on.
import { once } from 'node:events';
import { createServer } from 'node:http';

/**
 * @returns an address for `ONEFARE_SANDBOX_WEBHOOK_URL`, the notices so far (`{ body, signature, status }`), a way to wait
 * for one, and `to(url)`, which says where the shop is once it has started.
 */
export async function openRecorder() {
  const notices = [];
  const waiting = new Set();
  let shop;
  const server = createServer(async (request, response) => {
    const parts = [];
    for await (const part of request) parts.push(part);
    const body = Buffer.concat(parts);
    const signature = request.headers['stripe-signature'];
    const headers = { 'content-type': request.headers['content-type'], 'stripe-signature': signature };
    const answer = await fetch(`${shop}/webhooks/stripe`, { method: 'POST', headers, body }).catch(() => undefined);
    const status = answer?.status ?? 502;
    response.writeHead(status).end();
    const notice = { body, signature, status, type: JSON.parse(body.toString('utf8')).type };
    notices.push(notice);
    for (const look of waiting) look();
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');

  /** The first notice of that type; fails after ten seconds. */
  const of = (type) =>
    new Promise((found, fail) => {
      const late = setTimeout(() => fail(new Error(`no notice ${type} came`)), 10_000);
      const look = () => {
        const notice = notices.find((one) => one.type === type);
        if (!notice) return;
        clearTimeout(late);
        waiting.delete(look);
        found(notice);
      };
      waiting.add(look);
      look();
    });
  return {
    url: `http://127.0.0.1:${server.address().port}/webhooks/stripe`,
    notices,
    of,
    to: (url) => {
      shop = url;
    },
    close: () => new Promise((closed) => server.close(closed)),
  };
}
