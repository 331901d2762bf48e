// Node's own test runner on the built WASM: the same vectors that the Rust tests replay natively.
import { existsSync, readdirSync } from 'node:fs';
import { join } from 'node:path';
import { run } from '../steps/long-step.mjs';
import { at } from '../steps/places.mjs';

export const name = 'WASM';

const tally = (output, word) => Number(new RegExp(`^# ${word} (\\d+)$`, 'm').exec(output)?.[1] ?? 0);

export async function test(args) {
  const folder = at('tests', 'wasm');
  const files = existsSync(folder) ? readdirSync(folder).filter((file) => file.endsWith('.test.mjs')) : [];
  if (files.length === 0)
    return { code: 1, passed: 0, failed: 0, skipped: 0, complaints: [], output: 'tests/wasm holds no *.test.mjs' };
  const paths = files.sort().map((file) => join(folder, file));
  const result = await run('WASM tests', process.execPath, ['--test', '--test-reporter=tap', ...args, ...paths], {
    log: 'test-wasm',
  });
  return {
    ...result,
    passed: tally(result.output, 'pass'),
    failed: tally(result.output, 'fail') + tally(result.output, 'cancelled'),
    skipped: tally(result.output, 'skipped') + tally(result.output, 'todo'),
    complaints: result.output.match(/^ *not ok [\s\S]*?^ *\.\.\.$/gm) ?? [],
  };
}
