// The PostgreSQL server of the tests: the one that ONEFARE_TEST_POSTGRES names, else a throw-away cluster.
import { execFileSync, spawn } from 'node:child_process';
import { closeSync, existsSync, openSync, readFileSync, statSync } from 'node:fs';
import { availableParallelism, tmpdir } from 'node:os';
import { dirname } from 'node:path';
import { at, logFile, root, shown } from './paths.mjs';
import { binaries } from './postgres-binaries.mjs';
import { Refusal } from './refusal.mjs';
import { line, seconds, tail } from './run.mjs';
import { ask } from './trial-database.mjs';

const missing =
  'PostgreSQL is missing: the tests run on it as well as on SQLite. Install it (`apt-get install postgresql`, ' +
  '`brew install postgresql@17`), or set ONEFARE_TEST_POSTGRES to the address of a server on which databases may be ' +
  'made, such as postgres://me:secret@127.0.0.1:5432/postgres.';

/** PostgreSQL refuses to run as root, so root starts it under the user id of an account with fewer rights. */
function lesserUser() {
  if (process.getuid?.() !== 0) return undefined;
  const number = (...args) =>
    Number(execFileSync('id', args, { encoding: 'utf8', stdio: ['ignore', 'pipe', 'ignore'] }));
  for (const name of ['postgres', 'nobody']) {
    try {
      return { uid: number('-u', name), gid: number('-g', name) };
    } catch {
      // There is no such user here.
    }
  }
  throw new Refusal('PostgreSQL does not run as root, and there is neither a user postgres nor a user nobody here.');
}

/** Whether every user may enter a folder and all folders above it. */
const open = (folder) => (statSync(folder).mode & 0o001) !== 0 && (dirname(folder) === folder || open(dirname(folder)));

/**
 * The cluster's folder: outside the project, which the lesser user may be unable to reach. The system's temporary
 * folder is often in memory, where nothing is durable; /var/tmp by custom is not.
 */
function temporary(owner, durable) {
  if (durable && existsSync('/var/tmp')) return '/var/tmp';
  return owner && !open(tmpdir()) ? '/tmp' : tmpdir();
}

/** A store opens up to 16 connections, and up to two stores per processor are open at once. */
const connections = 40 + 40 * availableParallelism();

const leave = (signal) => process.exit(signal === 'SIGINT' ? 130 : 143);
const signals = ['SIGINT', 'SIGTERM', 'SIGHUP'];

/** Starts a keeper with these programs and waits for the address of its cluster. */
async function keep(programs, owner, durable) {
  const log = logFile('postgres');
  const file = openSync(log, 'w');
  const plan = JSON.stringify({ programs, owner, temporary: temporary(owner, durable), connections, durable });
  const args = [at('scripts', 'lib', 'postgres-keeper.mjs'), plan];
  // A process group of its own: Ctrl-C reaches only this process, and the keeper notices our end by its standard input.
  const options = { cwd: root, stdio: ['pipe', 'pipe', file], detached: true, windowsHide: true };
  const keeper = spawn(process.execPath, args, options);
  closeSync(file);
  const gone = new Promise((done) => keeper.once('exit', done));
  const url = await new Promise((answer) => {
    keeper.stdout.once('data', (line) => answer(`${line}`.trim()));
    gone.then(() => answer(undefined));
  });
  if (!url) throw new Error(`${tail(readFileSync(log, 'utf8'), 12)}\n    all of it: ${shown(log)}`);
  const stop = async () => {
    keeper.stdin.end();
    await gone;
    return deadlocksIn(readFileSync(log, 'utf8'));
  };
  return { url, stop };
}

/** What PostgreSQL wrote about each deadlock: which statements waited for each other. */
function deadlocksIn(log) {
  const found = log.matchAll(/^[^\n]*ERROR: {2}deadlock detected\n((?:[^\n]*DETAIL: [^\n]*\n(?:\t[^\n]*\n)*)?)/gm);
  return [...found].map(([, detail]) => detail.trim());
}

async function throwAway(wish) {
  const owner = lesserUser();
  const complaints = [];
  for (const programs of binaries(wish)) {
    try {
      return { ...(await keep(programs, owner, wish?.durable)), place: programs.place };
    } catch (error) {
      line('!', `PostgreSQL of ${programs.place}`, 'does not start');
      complaints.push(`PostgreSQL of ${programs.place} does not start:\n${error.message}`);
    }
  }
  throw new Refusal([...complaints, missing].join('\n'));
}

/** An existing server, which is not stopped and whose log is not ours to read. */
const given = (url) => ({ url, place: 'the server of ONEFARE_TEST_POSTGRES', stop: async () => [] });

async function start(wish) {
  const since = performance.now();
  const address = process.env.ONEFARE_TEST_POSTGRES;
  // Between steps no other handler ends this process on a signal.
  for (const signal of signals) process.on(signal, leave);
  const server = address ? given(address) : await throwAway(wish);
  let version;
  try {
    [{ server_version: version }] = await ask(server.url, 'SHOW server_version');
  } catch (error) {
    await server.stop();
    throw new Refusal(`${server.place} does not answer: ${error.message}`);
  }
  const name = `PostgreSQL ${version.split(' ')[0]}`;
  line('✓', name, `${server.place}, ready after ${seconds(since)}`);
  process.env.ONEFARE_TEST_POSTGRES = server.url;
  const stop = async () => {
    const deadlocks = await server.stop();
    if (!address) delete process.env.ONEFARE_TEST_POSTGRES;
    for (const signal of signals) process.off(signal, leave);
    return deadlocks;
  };
  return { name, url: server.url, stop };
}

let running;

/**
 * The server, started on first use; from then on `ONEFARE_TEST_POSTGRES` names it for all child processes.
 * `installed: false` skips the system's programs; `durable: true` flushes every commit to the disk, which tests do not
 * need and measurements must have.
 */
export function postgres(wish) {
  running ??= start(wish);
  return running;
}

/**
 * Ends the cluster, if one was started. Prints the deadlocks that it has seen and resolves to their number. A buyer whose
 * request loses one reads that the shop is busy, and a job that loses one after a call runs again; most tests would pass
 * all the same.
 */
export async function stopPostgres() {
  const server = await running?.catch(() => undefined);
  running = undefined;
  const deadlocks = (await server?.stop()) ?? [];
  if (deadlocks.length > 0) {
    line('✗', 'PostgreSQL', `${deadlocks.length} deadlocks`);
    console.log(tail(deadlocks.join('\n\n'), 40));
  }
  return deadlocks.length;
}
