// A temporary folder in memory for the data of tests, which none of them needs after a power cut: a test database is
// made, synced and dropped a thousand times, and on a disk a fifth of that run was the creation of files.
import { spawnSync } from 'node:child_process';
import { chmodSync, mkdirSync, rmSync, statfsSync, writeFileSync } from 'node:fs';
import { freemem } from 'node:os';
import { join } from 'node:path';
import { removeLeftFolders } from './left-folders.mjs';

const memory = '/dev/shm';
/** Bytes that must be free: databases, browser profiles and what the linker writes while it works. */
const room = 4 * 1024 ** 3;
const prefix = 'onefare-test-';

/** Containers may mount it without the right to run programs, which build scripts and a packed PostgreSQL need. */
function runsPrograms(folder) {
  const script = join(folder, 'runs');
  writeFileSync(script, '#!/bin/sh\n', { mode: 0o755 });
  const { status } = spawnSync(script);
  rmSync(script);
  return status === 0;
}

/**
 * Makes a folder in memory the temporary folder of this process and its children until it exits, if the system has such
 * a place with room in it.
 */
export function preferMemory() {
  const folder = join(memory, `${prefix}${process.pid}`);
  const leave = () => rmSync(folder, { recursive: true, force: true });
  try {
    const { bavail, bsize } = statfsSync(memory);
    if (Math.min(bavail * bsize, freemem()) < room) return;
    removeLeftFolders(memory, prefix);
    mkdirSync(folder);
    process.once('exit', leave);
    // PostgreSQL, which does not run as root, must reach its own folder in it.
    chmodSync(folder, 0o755);
    if (runsPrograms(folder)) process.env.TMPDIR = folder;
  } catch {
    // The disk does as well, only slower.
  }
}
