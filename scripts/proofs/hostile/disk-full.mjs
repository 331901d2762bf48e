// A small file system for the database alone, filled to the last byte and freed again.
import { spawnSync } from 'node:child_process';
import { closeSync, mkdtempSync, openSync, rmSync, writeSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { playFailingDisk } from '../../lib/failing-disk.mjs';
import { openShop } from '../../lib/trial-shop.mjs';

export const shows = 'a full disk ends no sale for good: 503 meanwhile, and no restart afterwards';

/**
 * A full disk under PostgreSQL concerns its server; `tests/http/machine/database_faults.rs` plays one that accepts no
 * writes.
 */
export const databases = ['sqlite'];

const size = '48m';

const done = (command, ...args) => spawnSync(command, args, { stdio: 'ignore' }).status === 0;

/** Writes until there is no room. */
function fill(file) {
  const handle = openSync(file, 'w');
  const piece = Buffer.alloc(64 * 1024);
  try {
    for (let bytes = piece.length; bytes > 0; ) {
      try {
        writeSync(handle, piece, 0, bytes);
      } catch (error) {
        if (error.code !== 'ENOSPC') throw error;
        bytes = Math.floor(bytes / 2);
      }
    }
  } finally {
    closeSync(handle);
  }
}

export async function attack(report) {
  const disk = mkdtempSync(join(tmpdir(), 'onefare-disk-'));
  if (!done('mount', '-t', 'tmpfs', '-o', `size=${size}`, 'onefare-disk', disk)) {
    report('a file system of its own', 'mounting one takes root and Linux');
    rmSync(disk, { recursive: true });
    return undefined;
  }
  const filling = join(disk, 'filling');
  try {
    const env = {
      DATABASE_URL: `sqlite:${join(disk, 'onefare.sqlite')}`,
      ONEFARE_DEMO_PLACES: 'few',
      ONEFARE_LOG: 'error',
    };
    const { shop, close } = await openShop({ env });
    try {
      const disc = { fail: async () => fill(filling), mend: async () => rmSync(filling) };
      return (await playFailingDisk(shop, disc, report)).held;
    } finally {
      await close();
    }
  } finally {
    done('umount', disk);
    rmSync(disk, { recursive: true, force: true });
  }
}
