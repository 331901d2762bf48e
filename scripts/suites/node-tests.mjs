// Node's own test runner on one folder of tests, counted from its TAP.
import { existsSync, readdirSync } from 'node:fs';
import { at } from '../lib/paths.mjs';
import { run } from '../lib/run.mjs';

const tally = (output, word) => Number(new RegExp(`^# ${word} (\\d+)$`, 'm').exec(output)?.[1] ?? 0);

/** The time of each test, which TAP notes below its line. */
function times(output, folder) {
  const tests = output.matchAll(
    /^( *)(?:not )?ok \d+ - (.+)\n\1 {2}---\n\1 {2}duration_ms: ([\d.]+)(\n\1 {2}type: 'suite')?/gm,
  );
  return [...tests]
    .filter(([, , , , isSuite]) => !isSuite)
    .map(([, , name, milliseconds]) => ({ name: `${folder} ${name}`, milliseconds: Number(milliseconds) }));
}

/** Runs every `*.test.mjs` of `tests/<folder>`. */
export async function nodeTests(what, folder, args) {
  const place = at('tests', folder);
  const files = existsSync(place) ? readdirSync(place).filter((file) => file.endsWith('.test.mjs')) : [];
  if (files.length === 0)
    return { code: 1, passed: 0, failed: 0, skipped: 0, complaints: [], output: `tests/${folder} holds no *.test.mjs` };
  const paths = files.sort().map((file) => at('tests', folder, file));
  const result = await run(what, process.execPath, ['--test', '--test-reporter=tap', ...args, ...paths], {
    log: `test-${folder}`,
  });
  return {
    ...result,
    passed: tally(result.output, 'pass'),
    failed: tally(result.output, 'fail') + tally(result.output, 'cancelled'),
    skipped: tally(result.output, 'skipped') + tally(result.output, 'todo'),
    times: times(result.output, folder),
    complaints: result.output.match(/^ *not ok [\s\S]*?^ *\.\.\.$/gm) ?? [],
  };
}
