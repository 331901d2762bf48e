import { readdir, readFile } from 'node:fs/promises';
import { createRequire } from 'node:module';
import { dirname, join } from 'node:path';
import type { Plugin } from 'vite';
import { FLAGS } from '../src/ui/flags.ts';

const manifest = createRequire(import.meta.url).resolve('country-flag-icons/package.json');

/** Puts the flags of all countries beside the other assets, each a file of its own that a page loads when it is seen. */
export function flags(): Plugin {
  return {
    name: 'onefare-flags',
    apply: 'build',
    async generateBundle() {
      const { version } = JSON.parse(await readFile(manifest, 'utf8')) as { version: string };
      if (!FLAGS.endsWith(`-${version}/`)) this.error(`src/ui/flags.ts names another release than ${version}`);
      const folder = join(dirname(manifest), '3x2');
      for (const name of await readdir(folder)) {
        if (!name.endsWith('.svg')) continue;
        const source = await readFile(join(folder, name));
        this.emitFile({ type: 'asset', fileName: `${FLAGS.slice(1)}${name}`, source });
      }
    },
  };
}
