import { fileURLToPath } from 'node:url';
import { defineConfig } from 'vitest/config';

/** Unit tests of stores, texts and calls; pages are tested in a real browser elsewhere. */
export default defineConfig({
  root: fileURLToPath(new URL('.', import.meta.url)),
  test: { environment: 'node', include: ['src/**/*.test.ts'] },
});
