// Keeps one throw-away PostgreSQL cluster for as long as its standard input is open, then ends it and removes its
// folder. It is a process of its own: when its parent is killed and cannot clean up, the pipe between them still
// closes. Started by postgres.mjs only; its one argument is the plan, in JSON.
import { execFileSync, spawn } from 'node:child_process';
import { randomBytes } from 'node:crypto';
import {
  chmodSync,
  chownSync,
  cpSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readFileSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import { dirname, join, relative } from 'node:path';
import { removeLeftFolders } from './left-folders.mjs';
import { freePort } from './ports.mjs';

const { programs, owner, temporary, connections, durable } = JSON.parse(process.argv[2]);

/** For tests, whose data need not survive a power cut. */
const hasty = {
  fsync: 'off',
  synchronous_commit: 'off',
  full_page_writes: 'off',
  wal_level: 'minimal',
  max_wal_senders: 0,
  autovacuum: 'off',
  // Keeps joins in their written order: planning eight of them takes longer than running them on a test's few rows.
  join_collapse_limit: 1,
};

/** A durable cluster keeps the default durability, for measurements. The password keeps other users out. */
const settings = {
  listen_addresses: '127.0.0.1',
  unix_socket_directories: '',
  max_connections: connections,
  ...(durable ? {} : hasty),
};

const prefix = 'onefare-postgres-';
const pause = (milliseconds) => new Promise((next) => setTimeout(next, milliseconds));

/** A copy that the cluster's user can read wherever the project lies, with the links that npm cannot carry. */
function unpacked(source, folder) {
  const options = { recursive: true, verbatimSymlinks: true, filter: (path) => !path.endsWith('.a') };
  cpSync(source, join(folder, 'native'), options);
  const list = join(source, 'pg-symlinks.json');
  for (const link of existsSync(list) ? JSON.parse(readFileSync(list, 'utf8')) : []) {
    const place = join(folder, link.target);
    if (!existsSync(place)) symlinkSync(relative(dirname(link.target), link.source), place);
  }
  return join(folder, 'native', 'bin');
}

function ready(data) {
  const file = join(data, 'postmaster.pid');
  return existsSync(file) && readFileSync(file, 'utf8').split('\n')[7]?.trim() === 'ready';
}

async function main() {
  // Resolves when the parent has ended or a signal asks this process to end.
  const told = new Promise((done) => {
    process.stdin.once('close', done).resume();
    for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP']) process.on(signal, done);
  });
  process.umask(0o022);
  // A PostgreSQL that still runs in a folder that a killed keeper has left notices within a minute that its lock file is
  // gone and ends itself, so no process has to be killed by an id that may be another's by now.
  removeLeftFolders(temporary, prefix);
  const folder = mkdtempSync(join(temporary, `${prefix}${process.pid}-`));
  let server;
  try {
    const data = join(folder, 'data');
    mkdirSync(data);
    if (owner) {
      chmodSync(folder, 0o755);
      chownSync(data, owner.uid, owner.gid);
    }
    const bin = programs.bin ?? unpacked(programs.package, folder);
    // PG* variables that a person has set for their own database must not reach this one.
    const env = Object.fromEntries(Object.entries(process.env).filter(([name]) => !name.startsWith('PG')));
    const options = { cwd: folder, env: { ...env, LC_ALL: 'C' }, stdio: ['ignore', 2, 2], windowsHide: true, ...owner };

    const password = randomBytes(16).toString('hex');
    const secret = join(folder, 'password');
    writeFileSync(secret, password, { mode: 0o600 });
    if (owner) chownSync(secret, owner.uid, owner.gid);
    const how = ['-U', 'onefare', '-A', 'scram-sha-256', `--pwfile=${secret}`, '-E', 'UTF8', '--locale=C', '--no-sync'];
    execFileSync(join(bin, 'initdb'), ['-D', data, ...how], options);
    rmSync(secret);

    const port = await freePort();
    const words = Object.entries(settings).flatMap(([name, value]) => ['-c', `${name}=${value}`]);
    server = spawn(join(bin, 'postgres'), ['-D', data, '-p', `${port}`, ...words], options);
    const gone = new Promise((done) => server.once('exit', done).once('error', done));
    server.ended = gone.then(() => {
      server = undefined;
    });
    while (server && !ready(data)) await Promise.race([pause(20), gone]);
    if (!server) throw new Error('PostgreSQL has ended instead of starting');

    process.stdout.write(`postgres://onefare:${password}@127.0.0.1:${port}/postgres\n`);
    await Promise.race([told, gone]);
  } finally {
    if (server) {
      const { ended } = server;
      // SIGQUIT skips the checkpoint: its data is deleted in a moment.
      server.kill('SIGQUIT');
      const late = setTimeout(() => server?.kill('SIGKILL'), 10_000);
      await ended;
      clearTimeout(late);
    }
    rmSync(folder, { recursive: true, force: true });
  }
}

try {
  await main();
  process.exit(0);
} catch (error) {
  console.error(error.message);
  process.exit(1);
}
