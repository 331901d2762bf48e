// How much memory a process holds.
import { execFileSync } from 'node:child_process';
import { existsSync, readFileSync } from 'node:fs';

const field = (pid, name) => {
  const status = `/proc/${pid}/status`;
  if (!existsSync(status)) return undefined;
  return Number(new RegExp(`^${name}:\\s+(\\d+) kB`, 'm').exec(readFileSync(status, 'utf8'))[1]) * 1024;
};

/** Resident memory in bytes. */
export const resident = (pid) =>
  field(pid, 'VmRSS') ?? Number(execFileSync('ps', ['-o', 'rss=', '-p', String(pid)], { encoding: 'utf8' })) * 1024;

/** The highest resident memory so far, in bytes, where the system records it (Linux). */
export const peak = (pid) => field(pid, 'VmHWM');
