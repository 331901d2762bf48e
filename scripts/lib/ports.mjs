// Checks the server's addresses before anything is built: a taken port should not cost ten minutes.
import { createServer } from 'node:net';
import { Refusal } from './refusal.mjs';

const listeners = [
  { what: 'the shop', variable: 'ONEFARE_LISTEN', usual: '127.0.0.1:8080', address: 'ONEFARE_PUBLIC_URL' },
  {
    what: 'the sandbox',
    variable: 'ONEFARE_SANDBOX_LISTEN',
    usual: '127.0.0.1:8090',
    address: 'ONEFARE_SANDBOX_PUBLIC_URL',
  },
  { what: 'the health check', variable: 'ONEFARE_OPS_LISTEN', usual: '127.0.0.1:8081' },
];

function split(listen) {
  const found = /^\[?([^\]]*?)\]?:(\d+)$/.exec(listen);
  return found ? { host: found[1], port: Number(found[2]) } : undefined;
}

const listening = ({ host, port }) =>
  new Promise((answer) => {
    const server = createServer();
    server.once('error', (error) => answer(error.code));
    server.listen({ host, port, exclusive: true }, () => server.close(() => answer('free')));
  });

/** Refuses with one sentence for each address that cannot be bound. */
export async function portsAreFree() {
  const sentences = [];
  for (const { what, variable, usual, address } of listeners) {
    const listen = process.env[variable] ?? usual;
    const place = split(listen);
    if (!place) {
      sentences.push(`${variable}=${listen} is not an address with a port; write it as ${usual}.`);
      continue;
    }
    const answer = await listening(place);
    if (answer === 'free') continue;
    const other = place.port < 56_000 ? place.port + 1000 : place.port - 1000;
    const change = `${variable}=${place.host}:${other}${address ? ` ${address}=http://localhost:${other}` : ''} npm start`;
    if (answer === 'EADDRINUSE') {
      sentences.push(
        `Port ${place.port} is taken, and ${what} wants it: stop what runs there (perhaps Onefare in another terminal), or say \`${change}\`.`,
      );
    } else {
      sentences.push(`${what} cannot listen on ${listen} (${answer}): choose another with \`${change}\`.`);
    }
  }
  if (sentences.length > 0) throw new Refusal(sentences.join('\n'));
}

/** A port that is free at this moment, chosen by the system. */
export const freePort = () =>
  new Promise((answer, fail) => {
    const server = createServer();
    server.once('error', fail);
    server.listen(0, '127.0.0.1', () => {
      const { port } = server.address();
      server.close(() => answer(port));
    });
  });
