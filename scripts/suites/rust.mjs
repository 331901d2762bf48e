// cargo test: the rules natively, the server over HTTP, requests against the providers' schemas.
import { run } from '../steps/long-step.mjs';

export const name = 'Rust';

/** Sums the closing lines of every test program, which stay the same in all formats of libtest that matter here. */
export function count(output) {
  const sum = { passed: 0, failed: 0, skipped: 0 };
  for (const [, passed, failed, ignored] of output.matchAll(
    /^test result: \w+\. (\d+) passed; (\d+) failed; (\d+) ignored;/gm,
  )) {
    sum.passed += Number(passed);
    sum.failed += Number(failed);
    sum.skipped += Number(ignored);
  }
  return sum;
}

/** What the failed tests printed. */
function complaints(output) {
  const blocks = output.match(/^---- .+? ----\n[\s\S]*?(?=^---- |^failures:|^test result:)/gm) ?? [];
  return blocks.map((block) => block.trim());
}

export async function test(args) {
  const result = await run('Rust tests', 'cargo', ['test', '--locked', '--workspace', '--no-fail-fast', ...args], {
    log: 'test-rust',
  });
  return { ...result, ...count(result.output), complaints: complaints(result.output) };
}
