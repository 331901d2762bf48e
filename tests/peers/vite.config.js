import { fileURLToPath } from 'node:url';
import { defineConfig } from 'vite';

/** One script with everything in it, as the pages of the shop are built. */
export default defineConfig({
  root: import.meta.dirname,
  publicDir: false,
  build: {
    outDir: fileURLToPath(new URL('../../target/peers', import.meta.url)),
    emptyOutDir: true,
    target: 'es2022',
    minify: true,
    lib: { entry: 'page.js', formats: ['es'], fileName: () => 'page.js' },
  },
});
