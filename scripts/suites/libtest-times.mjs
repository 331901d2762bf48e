// How long each Rust test took. libtest says so only to an unstable compiler; but it starts tests in the order of their
// names, as many at once as it has threads, and prints a line when one ends. So each start is the end of an earlier one.
import { availableParallelism } from 'node:os';

const PROGRAM = /^\s+(?:Running .*[\\/]([^\\/]+)-[0-9a-f]+(?:\.exe)?\)|(Doc-tests) )/;
const DOCUMENTATION = 'Doc-tests';
const BEGIN = /^running (\d+) tests?$/;
const END = /^test (.+?)(?: - should panic)? \.\.\. (?:ok|FAILED|ignored)/;

/** Byte order, which is how libtest sorts. */
const byName = (one, other) => Buffer.compare(Buffer.from(one.name), Buffer.from(other.name));

function durations({ begun, ended }, threads) {
  const starts = ended.map(({ at }) => at);
  const order = [...ended].sort(byName);
  return order.map(({ name, at }, place) => {
    const started = place < threads ? begun : starts[place - threads];
    return { name, milliseconds: Math.max(0, at - started) };
  });
}

/** Listens to the output of `cargo test`, line by line, and answers the tests with their times. */
export function libtestTimes(wish = process.env.RUST_TEST_THREADS) {
  const threads = Number(wish) || availableParallelism();
  const announced = [];
  const programs = [];
  return {
    hear(text, at = performance.now()) {
      const program = PROGRAM.exec(text);
      if (program) announced.push(program[1] ?? program[2]);
      if (BEGIN.test(text)) programs.push({ begun: at, ended: [] });
      const end = END.exec(text);
      if (end) programs.at(-1)?.ended.push({ name: end[1], at });
    },
    /** Examples in comments are compiled and run in groups of their own making: their order says nothing. */
    times() {
      return programs.flatMap((program, index) => {
        const name = announced[index];
        if (!name || name === DOCUMENTATION) return [];
        return durations(program, threads).map((one) => ({ ...one, name: `${name} ${one.name}` }));
      });
    },
  };
}
