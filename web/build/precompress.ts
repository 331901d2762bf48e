import { readdir, readFile, writeFile } from 'node:fs/promises';
import { extname, join } from 'node:path';
import { brotliCompressSync, constants } from 'node:zlib';
import type { Plugin } from 'vite';

/** Fonts and pictures are compressed already. */
const COMPRESSIBLE = new Set(['.js', '.css', '.svg', '.json', '.wasm', '.txt']);

/** Writes a `.br` beside each asset once, so that the server never compresses the same bytes twice. */
export function precompress(): Plugin {
  return {
    name: 'onefare-precompress',
    apply: 'build',
    async writeBundle(options) {
      const assets = join(options.dir ?? '', 'assets');
      for (const name of await readdir(assets, { recursive: true })) {
        if (!COMPRESSIBLE.has(extname(name))) continue;
        const bytes = await readFile(join(assets, name));
        const packed = brotliCompressSync(bytes, {
          params: { [constants.BROTLI_PARAM_QUALITY]: 11, [constants.BROTLI_PARAM_SIZE_HINT]: bytes.length },
        });
        await writeFile(join(assets, `${name}.br`), packed);
      }
    },
  };
}
