// Holds many connections to one port, from many addresses of this machine, in one of the ways in which hostile ones are held.
// A program of its own, so that what it costs is not counted as the shop's: node hold-sockets.mjs <kind> <port> <how many>.
// It opens them all once, later a fifth of them a second where the other side has ended some: as many as the shop can end that
// gives each five seconds. It prints how many it holds, how few these ever were since all had been opened, and how many it has
// opened, for each line that it reads.
import net from 'node:net';
import { createInterface } from 'node:readline';

const [kind, port, wanted] = [process.argv[2], Number(process.argv[3]), Number(process.argv[4])];

/** Below what one address may hold. */
const ofOneAddress = 200;

/** Connections opened at most in a hundredth of a second: until as many are open as the test holds, and later. */
const [first, later] = [20, Math.ceil(wanted / 500)];

/** HTTP/2's greeting and empty settings, and a ping. */
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

/** A field of HPACK that is not indexed. */
const field = (name, value) => {
  const text = (one) => Buffer.concat([Buffer.from([one.length]), Buffer.from(one)]);
  return Buffer.concat([Buffer.from([0]), text(name), text(value)]);
};

/** A POST of HTTP/2, and a part of its body. */
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

/** Large pages, one after the other on one connection: more than the system takes for a reader who does not read. */
const pages = 'GET /esim/countries HTTP/1.1\r\nhost: localhost\r\n\r\n'.repeat(40);

const ways = {
  silent: () => {},
  unread: (socket) => {
    socket.pause();
    socket.write(pages);
  },
  // A webhook event whose bytes come so slowly that its time is over first.
  slow_body: (socket) => {
    socket.resume();
    socket.write('POST /webhooks/stripe HTTP/1.1\r\nhost: localhost\r\ncontent-length: 1000\r\n\r\n');
    const timer = setInterval(() => socket.write(' '), 3_000);
    socket.once('close', () => clearInterval(timer));
  },
  // A head that ends just before it would be too large, but for its last byte.
  heads: (socket) => {
    socket.resume();
    socket.write(`GET /buy HTTP/1.1\r\nhost: localhost\r\nx: ${'a'.repeat(15_000)}`);
  },
  // The largest body of a webhook event but for its last byte.
  bodies: (socket) => {
    socket.resume();
    socket.write('POST /webhooks/stripe HTTP/1.1\r\nhost: localhost\r\ncontent-length: 262144\r\n\r\n');
    socket.write(body);
  },
  // As many requests of one HTTP/2 connection as it may have, each with some of its body.
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
