import { fileURLToPath } from 'node:url';
import react from '@vitejs/plugin-react';
import { defineConfig } from 'vite';
import { className } from './build/class-names.ts';
import { refuseRules } from './build/refuse-rules.ts';

const root = fileURLToPath(new URL('.', import.meta.url));

/** What the server runs: one classic script for QuickJS, `dist/server/server.js`. */
export default defineConfig({
  root,
  publicDir: false,
  plugins: [refuseRules(), react()],
  css: { modules: { generateScopedName: className } },
  json: { stringify: true, namedExports: false },
  define: { 'process.env.NODE_ENV': '"production"' },
  build: {
    outDir: 'dist/server',
    emptyOutDir: true,
    target: 'es2022',
    minify: true,
    lib: {
      entry: fileURLToPath(new URL('src/entry/server.tsx', import.meta.url)),
      formats: ['iife'],
      name: 'onefareServer',
      fileName: () => 'server.js',
    },
  },
});
