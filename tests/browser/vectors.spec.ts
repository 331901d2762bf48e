// The vectors in a real browser, on a page of the shop and under its policy: once through the rules that the page itself
// downloads, once through every rule. Node replays them with the same code: `tests/wasm/vectors.test.mjs`.
import { join } from 'node:path';
import { ensureBuilt, proofPackage, root } from '../wasm/proof-package.mjs';
import { vectors } from '../wasm/vector-files.mjs';
import { expect, test } from './shop';

interface Case {
  name: string;
  call: string;
  input: unknown[];
  expect: unknown;
}

const cases: Case[] = vectors.flatMap((file) => file.cases);

/** What only the proof needs, and the shop does not have. */
const files = {
  'canonical.mjs': join(root, 'tests', 'wasm', 'canonical.mjs'),
  'replay.mjs': join(root, 'tests', 'wasm', 'replay.mjs'),
  'onefare_wasm_bg.js': join(proofPackage, 'onefare_wasm_bg.js'),
  'onefare_wasm_bg.wasm': join(proofPackage, 'onefare_wasm_bg.wasm'),
};

// Usually there since the tests of the WASM; otherwise a compiler takes its time.
test.beforeAll(async () => {
  test.setTimeout(600_000);
  await ensureBuilt();
});

test.beforeEach(async ({ page }) => {
  for (const [name, path] of Object.entries(files)) {
    const contentType = name.endsWith('.wasm') ? 'application/wasm' : 'text/javascript';
    await page.route(`**/proof/${name}`, (route) => route.fulfill({ path, contentType }));
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
    // The page has loaded this module already, and gets the same one again.
    const rules = await import(loaded[0] ?? 'nothing');
    const asked = all.filter(({ call }) => call in rules);
    return { names: Object.keys(rules), asked: asked.length, found: differences(asked, rules) };
  }, cases);
  expect(outcome.found).toEqual([]);
  expect(outcome.names).toContain('check_email');
  expect(outcome.asked).toBeGreaterThan(500);
});

test('every rule answers as the vectors say', async ({ page }) => {
  await page.goto('/buy');
  const outcome = await page.evaluate(async (all) => {
    const { bind, differences } = await import(`${location.origin}/proof/replay.mjs`);
    const glue = await import(`${location.origin}/proof/onefare_wasm_bg.js`);
    const answer = await fetch('/proof/onefare_wasm_bg.wasm');
    const rules = await bind(glue, await answer.arrayBuffer());
    return { asked: all.length, found: differences(all, rules) };
  }, cases);
  expect(outcome).toEqual({ asked: cases.length, found: [] });
  expect(cases.length).toBeGreaterThan(3000);
});
