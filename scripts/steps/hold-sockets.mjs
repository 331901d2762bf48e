// Holds many connections to one port, from many addresses of this machine, in one of the ways in which hostile ones are held.
// A program of its own, so that what it costs is not counted as the shop's: node hold-sockets.mjs <kind> <port> <how many>.
// It opens them all once, later a hundred a second where the other side has ended some, and prints how many it holds whenever
// it is asked with a line.
import net from 'node:net';
import { createInterface } from 'node:readline';

const [kind, port, wanted] = [process.argv[2], Number(process.argv[3]), Number(process.argv[4])];

/** Below what one address may hold. */
const ofOneAddress = 200;

/** Connections opened at most in a hundredth of a second: until as many were opened as are wanted, and later. */
const [first, later] = [20, 1];

/** HTTP/2's greeting and empty settings, and a ping. */
const preface = Buffer.concat([
  Buffer.from('PRI * HTTP/2.0\r\n\r\nSM\r\n\r\n'),
  Buffer.from([0, 0, 0, 4, 0, 0, 0, 0, 0]),
]);
const ping = Buffer.from([0, 0, 8, 6, 0, 0, 0, 0, 0, 1, 2, 3, 4, 5, 6, 7, 8]);

/** Large pages, one after the other on one connection: more than the system takes for a reader who does not read. */
const pages = 'GET /esim/countries HTTP/1.1\r\nhost: localhost\r\n\r\n'.repeat(40);

const ways = {
  silent: () => {},
  unread: (socket) => {
    socket.pause();
    socket.write(pages);
  },
  // A notice whose bytes come so slowly that its time is over first.
  slow_body: (socket) => {
    socket.resume();
    socket.write('POST /webhooks/stripe HTTP/1.1\r\nhost: localhost\r\ncontent-length: 1000\r\n\r\n');
    const timer = setInterval(() => socket.write(' '), 3_000);
    socket.once('close', () => clearInterval(timer));
  },
  pings: (socket) => {
    socket.resume();
    socket.write(preface);
    const timer = setInterval(() => socket.write(ping), 5_000);
    socket.once('close', () => clearInterval(timer));
  },
};

const held = new Set();
let opened = 0;
let next = 0;

function open() {
  const number = next++ % wanted;
  const localAddress = `127.1.${Math.floor(number / ofOneAddress / 250)}.${1 + (Math.floor(number / ofOneAddress) % 250)}`;
  const socket = net.connect({ port, host: '127.0.0.1', localAddress });
  held.add(socket);
  socket.on('error', () => {});
  socket.once('connect', () => {
    opened += 1;
    ways[kind](socket);
  });
  socket.once('close', () => held.delete(socket));
}

setInterval(() => {
  for (let count = 0; count < (opened < wanted ? first : later) && held.size < wanted; count += 1) open();
}, 10);

createInterface({ input: process.stdin }).on('line', () => console.log(JSON.stringify({ held: held.size, opened })));
