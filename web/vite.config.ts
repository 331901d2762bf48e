import { fileURLToPath } from 'node:url';
import react from '@vitejs/plugin-react';
import { defineConfig } from 'vite';
import wasm from 'vite-plugin-wasm';
import { className } from './build/class-names.ts';
import { flags } from './build/flags.ts';
import { headTexts } from './build/head-texts.ts';
import { precompress } from './build/precompress.ts';

/** What several landing pages show, and no purchase page. */
const LANDING =
  /src\/sections\/(ClosingCall|ComparisonTable|Downloads|Faq|FeatureGrid|NightHero|PricingCards|Testimonials|TrustStrip)\./;

const SHARED =
  /jsx-runtime|zustand|src\/(styles|ui\/(?!sprite|shapes)|browser|features\/(shell|claims))\/|src\/api\/(?!account|orders|website)|src\/state\/(Kept|preferences|shop)\.|src\/sections\/(Hero|Includes|PriceChangeDialog|Ratings|Refused|SectionIntro|Tiles)\.|src\/i18n\/words|src\/pages\/Pages/;

/**
 * The browsers that the shop serves: Baseline 2023. The build lowers newer syntax, such as `light-dark()`; for newer
 * interfaces see `scripts/lint/browsers.mjs`.
 */
const BROWSERS = ['chrome120', 'edge120', 'firefox121', 'safari17.2'];

const root = fileURLToPath(new URL('.', import.meta.url));

/** What the browser gets: `dist/client`, hashed, with a manifest for the server's page heads. */
export default defineConfig({
  root,
  base: '/',
  publicDir: false,
  plugins: [react(), wasm(), flags(), headTexts(), precompress()],
  css: { modules: { generateScopedName: className } },
  json: { stringify: true, namedExports: false },
  // In development the page comes from the shop's address and its files from here.
  server: { origin: 'http://localhost:5173' },
  build: {
    outDir: 'dist/client',
    emptyOutDir: true,
    manifest: true,
    target: BROWSERS,
    cssTarget: BROWSERS,
    // The policy allows no inlined fonts, and a small file cached for ever beats a larger style sheet.
    assetsInlineLimit: 0,
    modulePreload: { polyfill: false },
    rollupOptions: {
      input: ['start.ts', 'browser.tsx'].map((name) => fileURLToPath(new URL(`src/entry/${name}`, import.meta.url))),
      // What most pages share is one file: a dozen small ones would cost more requests than they save bytes.
      output: {
        codeSplitting: {
          groups: [
            // First, because a group takes along what its modules import.
            { name: 'shell', test: SHARED, priority: 1 },
            { name: 'landing', test: LANDING },
          ],
        },
      },
    },
  },
});
