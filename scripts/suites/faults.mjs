// The shop killed at every named step, on both databases; on PostgreSQL two servers that share it.
import { faultProgram, faultRun, figures } from '../lib/fault-runs.mjs';
import { serverBinary } from '../lib/paths.mjs';

export const name = 'Faults';

/**
 * Short enough for every change; `npm run prove` has the long ones. After the first no webhook event arrives any more.
 */
const runs = [
  { database: 'sqlite', args: ['--kills', '54', '--seed', '2'], what: 'Killing the shop, SQLite' },
  {
    database: 'postgres',
    args: ['--kills', '36', '--seed', '1', '--servers', '2'],
    what: 'Killing the shop, two servers on PostgreSQL',
  },
];

async function play({ database, args, what }) {
  const result = await faultRun({ binary: serverBinary(), database, args, what, log: `test-faults-${database}` });
  return { database, args, what, result };
}

/** Side by side: a run waits most of its time, for servers that start again and for clocks of the shop's jobs. */
export async function test() {
  await faultProgram();
  const sum = { code: 0, passed: 0, failed: 0, skipped: 0, complaints: [], notes: [], times: [] };
  for (const { database, args, what, result } of await Promise.all(runs.map(play))) {
    const kills = `${database}, ${args[1]} kills`;
    sum.times.push({ name: `faults ${kills}`, milliseconds: result.milliseconds });
    sum.notes.push(`${kills}: ${figures(result.output) ?? 'not played to its end'}  ${result.took}`);
    if (result.code === 0) {
      sum.passed += 1;
      continue;
    }
    const again = `npm run faults -- --db ${database} ${args.join(' ')}`;
    Object.assign(sum, { code: result.code, failed: sum.failed + 1, log: result.log });
    sum.complaints.push(`${what}; once more with: ${again}\n${result.output}`);
  }
  return sum;
}
