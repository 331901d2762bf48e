// Vitest: parts of the pages that need no browser.
import { existsSync, rmSync } from 'node:fs';
import { at, readJson } from '../lib/paths.mjs';
import { run } from '../lib/run.mjs';

export const name = 'Web units';

export async function test(args) {
  const report = at('target', 'logs', 'test-web.json');
  rmSync(report, { force: true });
  const command = ['run', '--config', 'web/vitest.config.ts', '--reporter=default', '--reporter=json'];
  const result = await run('Web unit tests', 'vitest', [...command, `--outputFile.json=${report}`, ...args], {
    log: 'test-web',
    env: { NO_COLOR: '1' },
  });
  if (!existsSync(report)) return { ...result, passed: 0, failed: 1, skipped: 0, complaints: [] };
  const { numPassedTests, numFailedTests, numPendingTests, numTodoTests, testResults } = readJson(report);
  // A file that could not even be loaded has no tests in it, and still is a failure.
  const broken = testResults.filter((file) => file.status === 'failed' && file.assertionResults.length === 0);
  const complaints = testResults.flatMap((file) =>
    file.assertionResults
      .filter((one) => one.status === 'failed')
      .map((one) => `${one.fullName}\n${one.failureMessages.join('\n')}`),
  );
  complaints.push(...broken.map((file) => `${file.name}\n${file.message}`));
  const times = testResults.flatMap((file) =>
    file.assertionResults.map((one) => ({ name: `web ${one.fullName}`, milliseconds: one.duration ?? 0 })),
  );
  return {
    ...result,
    times,
    passed: numPassedTests,
    failed: numFailedTests + broken.length,
    skipped: numPendingTests + numTodoTests,
    complaints,
  };
}
