// A copy of the worktree below target/, in which a proof may plant mistakes.
import { spawnSync } from 'node:child_process';
import { cpSync, existsSync, mkdirSync, rmSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { root } from './paths.mjs';
import { Refusal } from './refusal.mjs';

/** A git command's output; throws when the command fails. */
export function git(args, cwd, env = {}) {
  const result = spawnSync('git', args, { cwd, encoding: 'utf8', env: { ...process.env, ...env } });
  if (result.status !== 0) throw new Refusal(`git ${args.join(' ')}: ${result.stderr}`);
  return result.stdout;
}

/** Copies every file of the worktree as it is now, committed or not, and the ignored paths in `more`. */
export function copyWorktree(folder, more = []) {
  rmSync(folder, { recursive: true, force: true });
  const files = git(['ls-files', '-z', '--cached', '--others', '--exclude-standard'], root).split('\0').filter(Boolean);
  for (const file of [...files, ...more]) {
    if (!existsSync(join(root, file))) continue;
    mkdirSync(dirname(join(folder, file)), { recursive: true });
    cpSync(join(root, file), join(folder, file), { recursive: true });
  }
}
