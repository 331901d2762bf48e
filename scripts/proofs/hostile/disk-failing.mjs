// A disk that accepts writes and cannot flush them: every fsync of the shop's process fails while a marker file exists.
import { spawnSync } from 'node:child_process';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { playFailingDisk } from '../../lib/failing-disk.mjs';
import { openShop } from '../../lib/trial-shop.mjs';

export const shows = 'a disk that cannot flush ends no sale for good, and nothing unflushed is acknowledged';

/** PostgreSQL's own server does the flushing. */
export const databases = ['sqlite'];

/** Overrides the C library's two functions. */
const shim = `
#define _GNU_SOURCE
#include <dlfcn.h>
#include <errno.h>
#include <stdlib.h>
#include <unistd.h>
static int fails(void) {
  const char *while_there = getenv("ONEFARE_FSYNC_FAILS_WHILE");
  return while_there && access(while_there, F_OK) == 0;
}
static int flush(const char *name, int fd) {
  if (fails()) { errno = EIO; return -1; }
  return ((int (*)(int))dlsym(RTLD_NEXT, name))(fd);
}
int fsync(int fd) { return flush("fsync", fd); }
int fdatasync(int fd) { return flush("fdatasync", fd); }
`;

export async function attack(report) {
  const folder = mkdtempSync(join(tmpdir(), 'onefare-fsync-'));
  const [library, broken] = [join(folder, 'fsync.so'), join(folder, 'broken')];
  try {
    const args = ['-shared', '-fPIC', '-x', 'c', '-', '-o', library, '-ldl'];
    if (process.platform !== 'linux' || spawnSync('cc', args, { input: shim }).status !== 0) {
      report('a library before the C library', 'needs Linux and a C compiler');
      return undefined;
    }
    const env = {
      LD_PRELOAD: library,
      ONEFARE_FSYNC_FAILS_WHILE: broken,
      ONEFARE_DEMO_PLACES: 'few',
      ONEFARE_LOG: 'error',
    };
    const { shop, close } = await openShop({ env });
    try {
      const disc = { fail: async () => writeFileSync(broken, ''), mend: async () => rmSync(broken) };
      const { held, accepted } = await playFailingDisk(shop, disc, report);
      return held && accepted === 0;
    } finally {
      await close();
    }
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}
