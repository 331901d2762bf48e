// The vectors in a real browser, on a page of the shop and under its CSP, with the rules that the page itself
// downloads. Node replays them with the same code: `tests/wasm/vectors.test.mjs`.
import { join } from 'node:path';
import { root } from '../wasm/package.mjs';
import { vectors } from '../wasm/vector-files.mjs';
import { expect, test } from './shop';

interface Case {
  name: string;
  call: string;
  input: unknown[];
  expect: unknown;
}

const cases: Case[] = vectors.flatMap((file) => file.cases);

/** Files that only this test needs, and the shop does not serve. */
const files = {
  'canonical.mjs': join(root, 'tests', 'wasm', 'canonical.mjs'),
  'replay.mjs': join(root, 'tests', 'wasm', 'replay.mjs'),
};

test.beforeEach(async ({ page }) => {
  for (const [name, path] of Object.entries(files)) {
    await page.route(`**/proof/${name}`, (route) => route.fulfill({ path, contentType: 'text/javascript' }));
  }
});

test('the rules that the page downloads answer as the vectors say', async ({ page }) => {
  const binary = page.waitForResponse(/\/assets\/[^/]+\.wasm$/);
  await page.goto('/buy');
  const answer = await binary;
  expect(answer.headers()['content-type']).toBe('application/wasm');
  await page.waitForLoadState('networkidle');

  const outcome = await page.evaluate(async (all) => {
    const { differences } = await import(`${location.origin}/proof/replay.mjs`);
    const scripts = performance.getEntriesByType('resource').map(({ name }) => name);
    const loaded = scripts.filter((name) => /\/assets\/onefare_wasm-[^/]+\.js$/.test(name));
    // The page has already loaded this module, so the import returns the same instance.
    const rules = await import(loaded[0] ?? 'nothing');
    const asked = all.filter(({ call }) => call in rules);
    return { names: Object.keys(rules), asked: asked.length, found: differences(asked, rules) };
  }, cases);
  expect(outcome.found).toEqual([]);
  expect(outcome.names).toEqual(expect.arrayContaining(['check_email', 'quote_explained', 'price_text']));
  expect(outcome.asked).toBeGreaterThan(500);
});
