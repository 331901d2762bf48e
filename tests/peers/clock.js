// Which of several ways to do one job takes how long: first they must agree, then they take turns.

/** Milliseconds of a sample. A round takes the best of a few: what others do on the machine only ever adds. */
const SAMPLE = 5;
const SAMPLES = 3;

function sample(work, inputs, times) {
  const since = performance.now();
  for (let turn = 0; turn < times; turn += 1) {
    // Kept where other code could see it, so that no engine leaves out work whose result is unused.
    for (const input of inputs) globalThis.lastAnswer = work(input);
  }
  return performance.now() - since;
}

/** How often all inputs fit into one sample; finding that out warms the code up as well. */
function fitting(work, inputs) {
  let times = 1;
  for (;;) {
    const took = sample(work, inputs, times);
    if (took >= SAMPLE) return Math.max(1, Math.round((times * SAMPLE) / took));
    times = Math.ceil(times * (took > 1 ? (1.2 * SAMPLE) / took : 8));
  }
}

const text = (answer) => JSON.stringify(answer) ?? 'nothing';

/** The first input on which two do not give the same answer, in words. */
export function disagreement(works, inputs) {
  const [[first, reference], ...others] = Object.entries(works);
  for (const input of inputs) {
    const wanted = text(reference(input));
    for (const [name, work] of others) {
      const got = text(work(input));
      if (got !== wanted) return `${text(input)}: ${first} says ${wanted}, ${name} says ${got}`;
    }
  }
  return undefined;
}

/** Nanoseconds an input, of every way and round; each round begins with another way. */
export function measure(works, inputs, rounds) {
  const each = Object.entries(works).map(([name, work]) => ({ name, work, times: fitting(work, inputs), took: [] }));
  for (let round = 0; round < rounds; round += 1) {
    for (let turn = 0; turn < each.length; turn += 1) {
      const { work, times, took } = each[(round + turn) % each.length];
      const samples = Array.from({ length: SAMPLES }, () => sample(work, inputs, times));
      took.push((Math.min(...samples) * 1e6) / (times * inputs.length));
    }
  }
  return Object.fromEntries(each.map(({ name, took }) => [name, took]));
}
