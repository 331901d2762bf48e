// The native side: a child process that answers batches of requests, one JSON array per input line, one answer per
// output line.
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { createInterface } from 'node:readline';
import { root } from '../wasm/package.mjs';

/** Starts the native side of `rule`, building it first if something changed. */
export function nativeSide(rule) {
  const words = ['run', '--quiet', '--locked', '--package', 'onefare-rule-tests', '--bin', 'parity-native', '--', rule];
  const child = spawn('cargo', words, { cwd: root, stdio: ['pipe', 'pipe', 'inherit'] });
  const ended = once(child, 'close');
  const lines = createInterface({ input: child.stdout })[Symbol.asyncIterator]();
  // A dead child shows in its missing answers.
  child.stdin.on('error', () => {});
  return {
    /** The answers to `batch`, as canonical texts in its order. */
    async ask(batch) {
      child.stdin.write(`${JSON.stringify(batch)}\n`);
      const answers = [];
      while (answers.length < batch.length) {
        const { value, done } = await lines.next();
        if (done) throw new Error(`the native side of ${rule} ended after ${answers.length} of ${batch.length}`);
        answers.push(value);
      }
      return answers;
    },
    async end() {
      child.stdin.end();
      const [code] = await ended;
      if (code !== 0) throw new Error(`the native side of ${rule} ended with code ${code}`);
    },
  };
}
