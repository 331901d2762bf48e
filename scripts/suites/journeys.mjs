// Playwright: a person's way through the shop, in real Chromium against the real binary.
import { existsSync, rmSync } from 'node:fs';
import { prepareForJourneys } from '../lib/browser.mjs';
import { at, readJson } from '../lib/paths.mjs';
import { postgres } from '../lib/postgres.mjs';
import { run } from '../lib/run.mjs';
import { chosenDatabase } from '../lib/trial-database.mjs';

export const name = 'Journeys';

function* failures(suite, path = []) {
  const here = suite.title ? [...path, suite.title] : path;
  for (const inner of suite.suites ?? []) yield* failures(inner, here);
  for (const spec of suite.specs ?? []) {
    if (spec.tests.every(({ status }) => status === 'expected' || status === 'skipped')) continue;
    const errors = spec.tests.flatMap((test) => test.results.flatMap((result) => result.errors ?? []));
    const text = errors.map((error) => error.message).join('\n');
    const flaky = spec.tests.some(({ status }) => status === 'flaky') ? ' (passed on a second try)' : '';
    yield `${[...here, spec.title].join(' › ')}${flaky}\n${text}`;
  }
}

function* times(suite, path = []) {
  const here = suite.title ? [...path, suite.title] : path;
  for (const inner of suite.suites ?? []) yield* times(inner, here);
  for (const spec of suite.specs ?? []) {
    const results = spec.tests.flatMap((test) => test.results);
    const milliseconds = results.reduce((sum, { duration }) => sum + duration, 0);
    yield { name: `browser ${[...here, spec.title].join(' › ')}`, milliseconds };
  }
}

export async function test(args) {
  const report = at('target', 'logs', 'test-journeys.json');
  rmSync(report, { force: true });
  if (chosenDatabase() === 'postgres') await postgres();
  await prepareForJourneys();
  const env = { PLAYWRIGHT_JSON_OUTPUT_NAME: report, NO_COLOR: '1' };
  delete process.env.FORCE_COLOR;
  const command = ['test', '-c', 'tests/browser/playwright.config.ts', '--reporter=line,json', ...args];
  const result = await run('Browser journeys', 'playwright', command, { log: 'test-journeys', env });
  if (!existsSync(report)) return { ...result, passed: 0, failed: 1, skipped: 0, complaints: [] };
  const { stats, suites, errors } = readJson(report);
  return {
    ...result,
    passed: stats.expected,
    // A test that passed on a second try is not trusted either.
    failed: stats.unexpected + stats.flaky,
    skipped: stats.skipped,
    times: suites.flatMap((suite) => [...times(suite)]),
    complaints: [...errors.map((error) => error.message), ...suites.flatMap((suite) => [...failures(suite)])],
  };
}
