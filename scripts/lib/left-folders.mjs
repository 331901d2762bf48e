// Temporary folders whose names begin with the number of the process that made them, so that those of killed processes
// can be removed.
import { existsSync, readdirSync, readFileSync, rmSync } from 'node:fs';
import { join } from 'node:path';

function alive(pid) {
  try {
    process.kill(pid, 0);
  } catch (error) {
    return error.code !== 'ESRCH';
  }
  // Linux: a killed process keeps its id until its parent has waited for it.
  const stat = `/proc/${pid}/stat`;
  return !existsSync(stat) || !/\) Z /.test(readFileSync(stat, 'utf8'));
}

/** Removes from a place every folder that is named after a prefix and a process that has ended. */
export function removeLeftFolders(place, prefix) {
  for (const name of readdirSync(place)) {
    const owner = name.startsWith(prefix) && Number.parseInt(name.slice(prefix.length), 10);
    if (!owner || alive(owner)) continue;
    try {
      rmSync(join(place, name), { recursive: true, force: true });
    } catch {
      // It belongs to another user.
    }
  }
}
