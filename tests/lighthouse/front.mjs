// The shop as browsers reach it: behind HTTPS and HTTP/2, which a reverse proxy speaks in front of it. The shop itself
// speaks plain HTTP, and over six HTTP/1.1 connections the same page performs differently.
import { once } from 'node:events';
import { request } from 'node:http';
import { createSecureServer } from 'node:http2';
import { generate } from 'selfsigned';

/** Headers that belong to one connection and that HTTP/2 forbids. */
const hopByHop = ['connection', 'keep-alive', 'transfer-encoding', 'upgrade'];

const ofRequest = (headers) => Object.fromEntries(Object.entries(headers).filter(([name]) => !name.startsWith(':')));
const ofAnswer = (headers) => Object.fromEntries(Object.entries(headers).filter(([name]) => !hopByHop.includes(name)));

/** Forwards a request; `change`, if any, rewrites documents. */
function pass(upstream, change, asked, answer) {
  const headers = { ...ofRequest(asked.headers), host: asked.headers[':authority'] };
  if (change) headers['accept-encoding'] = 'identity';
  const onward = request(new URL(asked.url, upstream), { method: asked.method, headers }, async (given) => {
    const document = change && `${given.headers['content-type']}`.startsWith('text/html');
    if (!document) {
      answer.writeHead(given.statusCode, ofAnswer(given.headers));
      given.pipe(answer);
      return;
    }
    const chunks = await given.toArray();
    const { 'content-length': _, ...rest } = ofAnswer(given.headers);
    answer.writeHead(given.statusCode, rest);
    answer.end(await change(Buffer.concat(chunks).toString()));
  });
  onward.once('error', () => {
    answer.writeHead(502);
    answer.end();
  });
  asked.pipe(onward);
}

/**
 * Opens `https://localhost:<port>` in front of `upstream`, with a certificate of its own that no client trusts.
 * @param {{ upstream: string, port: number, change?: (html: string) => string | Promise<string> }} wish
 */
export async function openFront({ upstream, port, change }) {
  const { private: key, cert } = await generate([{ name: 'commonName', value: 'localhost' }], { keySize: 2048 });
  const server = createSecureServer({ key, cert }, (asked, answer) => pass(upstream, change, asked, answer));
  const sessions = new Set();
  server.on('session', (session) => {
    sessions.add(session);
    session.once('close', () => sessions.delete(session));
  });
  server.listen(port, '127.0.0.1');
  await once(server, 'listening');
  return {
    url: `https://localhost:${server.address().port}`,
    close: () => {
      for (const session of sessions) session.destroy();
      server.close();
    },
  };
}
