// A copy of the worktree below target/, in which a proof may make mistakes on purpose.
import { spawnSync } from 'node:child_process';
import { cpSync, existsSync, mkdirSync, rmSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { root } from './paths.mjs';
import { Refusal } from './refusal.mjs';

/** What a git command prints; one that fails ends the command that asked. */
export function git(args, cwd, env = {}) {
  const result = spawnSync('git', args, { cwd, encoding: 'utf8', env: { ...process.env, ...env } });
  if (result.status !== 0) throw new Refusal(`git ${args.join(' ')}: ${result.stderr}`);
  return result.stdout;
}

/** Every file of the worktree as it is now, committed or not, and of what is ignored the paths in `more`. */
export function copyWorktree(folder, more = []) {
  rmSync(folder, { recursive: true, force: true });
  const files = git(['ls-files', '-z', '--cached', '--others', '--exclude-standard'], root).split('\0').filter(Boolean);
  for (const file of [...files, ...more]) {
    if (!existsSync(join(root, file))) continue;
    mkdirSync(dirname(join(folder, file)), { recursive: true });
    cpSync(join(root, file), join(folder, file), { recursive: true });
  }
}
