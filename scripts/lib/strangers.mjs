// What strangers who pay nothing send to a shop with its limits on, from many addresses of this machine. It is a program of
// its own, so that the work of attacking does not count as the shop's answers: `node strangers.mjs WAY PORT`. Port 0 stands
// for a server of its own that refuses everything: the same work without its effect on a shop.
import { randomUUID } from 'node:crypto';
import http from 'node:http';
import { pathToFileURL } from 'node:url';

/** Requests a second, more than a human and less than what a machine can answer at all. */
const pace = 120;

const json = (path, value) => ({
  path,
  method: 'POST',
  headers: { 'content-type': 'application/json' },
  body: JSON.stringify(value),
});

const form = (path, value) => ({
  path,
  method: 'POST',
  headers: { 'content-type': 'application/x-www-form-urlencoded' },
  body: new URLSearchParams(value).toString(),
});

const victim = 'victim@example.com';
const anybody = () => `x${randomUUID().slice(0, 8)}@example.com`;
const any = (most) => Math.floor(Math.random() * most);

const plan = (email, more) =>
  json('/api/subscription/get_checkout_link', { email, selectedPackage: 'vpn-12m', currency: 'AED', ...more });

/** Each way: the request of a turn, and from how many networks of how many addresses it comes. */
export const ways = {
  'letters in the name of a victim': {
    from: [30, 4],
    ask: (turn) =>
      turn % 2
        ? plan(victim, { expected_amount: 15_000 })
        : form('/withdrawal', { order_number: '7K3M-92PD', email: victim, name: 'Claim your refund', step: 'confirm' }),
  },
  'trials for a victim': {
    from: [30, 4],
    ask: () => plan(victim, { code: 'trial', expected_amount: 0, expected_renewal: 15_000, accepted_trial_terms: '1' }),
  },
  'sign-in codes for anybody': {
    from: [40, 5],
    ask: (turn) =>
      turn % 2
        ? json('/panel/verify-otp', { email: anybody() })
        : json('/panel/manage-subscription', { email: anybody(), otp: '0000' }),
  },
  'one address of a whole mobile network': {
    from: [1, 1],
    ask: () => json('/panel/verify-otp', { email: anybody() }),
  },
  'pages that nobody needs': {
    from: [25, 4],
    ask: () => {
      const language = ['', '/nl', '/de', '/fr', '/ar'][any(5)];
      const page = [
        `/esim/bundle/${any(60)}`,
        `/esim/checkout/${any(60)}`,
        `/${randomUUID()}`,
        `/buy?code=${any(9_999)}`,
      ];
      return { path: language + page[any(4)], method: 'GET', headers: { accept: 'text/html' } };
    },
  },
  'the uses of a limited code': {
    from: [12, 4],
    ask: () => plan(anybody(), { code: 'FIRST100', expected_amount: 7_500 }),
  },
};

/** Answers, counted by status. */
function attack({ from: [networks, addresses], ask }, port) {
  const statuses = {};
  const agents = Array.from({ length: networks * addresses }, (_, index) => {
    const localAddress = `127.1${String(Math.floor(index / addresses)).padStart(2, '0')}.1.${1 + (index % addresses)}`;
    return new http.Agent({ keepAlive: true, maxSockets: 2, localAddress });
  });
  const send = (turn) => {
    const { body, ...wish } = ask(turn);
    const request = http.request(
      { host: '127.0.0.1', port, agent: agents[turn % agents.length], ...wish },
      (answer) => {
        statuses[answer.statusCode] = (statuses[answer.statusCode] ?? 0) + 1;
        answer.resume();
      },
    );
    request.on('error', () => {
      statuses.broken = (statuses.broken ?? 0) + 1;
    });
    request.end(body);
  };
  let turn = 0;
  setInterval(() => send(turn++), 1_000 / pace);
  process.stdin.on('data', () => console.log(JSON.stringify(statuses)));
}

if (import.meta.url === pathToFileURL(process.argv[1]).href) {
  const way = ways[process.argv[2]];
  const port = Number(process.argv[3]);
  if (port > 0) attack(way, port);
  else {
    const refuses = http.createServer((request, answer) => {
      request.resume();
      answer.writeHead(429).end('{}');
    });
    refuses.listen(0, '127.0.0.1', () => attack(way, refuses.address().port));
  }
}
