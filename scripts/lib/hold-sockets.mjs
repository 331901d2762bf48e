// Holds many connections to one port, from many addresses of this machine, in one of several hostile ways. It is a
// program of its own, so that its cost is not counted as the shop's: node hold-sockets.mjs <kind> <port> <how many>. It
// first opens them all; later it replaces those the other side has ended, a fifth of them a second at most: as many as
// the shop can end when it gives each five seconds. For each line on its input it prints how many it holds, the fewest
// it held since all had been opened, and how many it has opened.
import net from 'node:net';
import { createInterface } from 'node:readline';

const [kind, port, wanted] = [process.argv[2], Number(process.argv[3]), Number(process.argv[4])];

/** Below the limit for one address. */
const ofOneAddress = 200;

/** Connections opened per 10 ms at most: until the wanted number has been opened, and afterwards. */
const [first, later] = [20, Math.ceil(wanted / 500)];

/** HTTP/2's preface with empty settings, and a ping. */
const preface = Buffer.concat([
  Buffer.from('PRI * HTTP/2.0\r\n\r\nSM\r\n\r\n'),
  Buffer.from([0, 0, 0, 4, 0, 0, 0, 0, 0]),
]);
const ping = Buffer.from([0, 0, 8, 6, 0, 0, 0, 0, 0, 1, 2, 3, 4, 5, 6, 7, 8]);

const frame = (kind, flags, stream, payload) => {
  const head = Buffer.alloc(9);
  head.writeUIntBE(payload.length, 0, 3);
  head.writeUInt8(kind, 3);
  head.writeUInt8(flags, 4);
  head.writeUInt32BE(stream, 5);
  return Buffer.concat([head, payload]);
};

/** An HPACK header field without indexing. */
const field = (name, value) => {
  const text = (one) => Buffer.concat([Buffer.from([one.length]), Buffer.from(one)]);
  return Buffer.concat([Buffer.from([0]), text(name), text(value)]);
};

/** An HTTP/2 POST with only a part of its body. */
const unfinished = (stream) => {
  const fields = [
    [':method', 'POST'],
    [':scheme', 'http'],
    [':path', '/webhooks/mollie'],
    [':authority', 'localhost'],
    ['x-long', 'a'.repeat(100)],
  ];
  const block = Buffer.concat(fields.map(([name, value]) => field(name, value)));
  return Buffer.concat([frame(1, 4, stream, block), frame(0, 0, stream, Buffer.alloc(4_000, 32))]);
};

const body = Buffer.alloc(262_143, 32);

/** Large pages, one after the other on one connection: more than the system buffers for a client that does not read. */
const pages = 'GET /esim/countries HTTP/1.1\r\nhost: localhost\r\n\r\n'.repeat(40);

const ways = {
  silent: () => {},
  unread: (socket) => {
    socket.pause();
    socket.write(pages);
  },
  // A webhook event whose bytes come too slowly: it runs into its time limit.
  slow_body: (socket) => {
    socket.resume();
    socket.write('POST /webhooks/stripe HTTP/1.1\r\nhost: localhost\r\ncontent-length: 1000\r\n\r\n');
    const timer = setInterval(() => socket.write(' '), 3_000);
    socket.once('close', () => clearInterval(timer));
  },
  // A head that lacks its end and stays just below the size limit.
  heads: (socket) => {
    socket.resume();
    socket.write(`GET /buy HTTP/1.1\r\nhost: localhost\r\nx: ${'a'.repeat(15_000)}`);
  },
  // The largest allowed body of a webhook event, without its last byte.
  bodies: (socket) => {
    socket.resume();
    socket.write('POST /webhooks/stripe HTTP/1.1\r\nhost: localhost\r\ncontent-length: 262144\r\n\r\n');
    socket.write(body);
  },
  // As many requests as one HTTP/2 connection may have, each with a part of its body.
  streams: (socket) => {
    socket.resume();
    socket.write(preface);
    for (let stream = 1; stream < 64; stream += 2) socket.write(unfinished(stream));
  },
  pings: (socket) => {
    socket.resume();
    socket.write(preface);
    const timer = setInterval(() => socket.write(ping), 5_000);
    socket.once('close', () => clearInterval(timer));
  },
};

const held = new Set();
const connected = new Set();
let opened = 0;
let lowest = Number.POSITIVE_INFINITY;
let next = 0;

function open() {
  const number = next++ % wanted;
  const localAddress = `127.1.${Math.floor(number / ofOneAddress / 250)}.${1 + (Math.floor(number / ofOneAddress) % 250)}`;
  const socket = net.connect({ port, host: '127.0.0.1', localAddress });
  held.add(socket);
  socket.on('error', () => {});
  socket.once('connect', () => {
    opened += 1;
    connected.add(socket);
    ways[kind](socket);
  });
  socket.once('close', () => {
    held.delete(socket);
    connected.delete(socket);
  });
}

setInterval(() => {
  if (opened >= wanted) lowest = Math.min(lowest, connected.size);
  for (let count = 0; count < (opened < wanted ? first : later) && held.size < wanted; count += 1) open();
}, 10);

createInterface({ input: process.stdin }).on('line', () => {
  const fewest = Number.isFinite(lowest) ? lowest : connected.size;
  console.log(JSON.stringify({ held: connected.size, lowest: fewest, opened }));
});
