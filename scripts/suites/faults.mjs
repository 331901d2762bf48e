// The shop killed at every named step, on both databases; on PostgreSQL two servers that share it.
import { faultRun, figures } from '../steps/fault-runs.mjs';
import { line } from '../steps/long-step.mjs';
import { serverBinary } from '../steps/places.mjs';

export const name = 'Faults';

/** Short enough for every change; `npm run prove` has the long ones. */
const runs = [
  { database: 'sqlite', args: ['--kills', '54', '--seed', '1'], what: 'Killing the shop, SQLite' },
  {
    database: 'postgres',
    args: ['--kills', '36', '--seed', '1', '--servers', '2'],
    what: 'Killing the shop, two servers on PostgreSQL',
  },
];

export async function test() {
  const sum = { code: 0, passed: 0, failed: 0, skipped: 0, complaints: [] };
  for (const { database, args, what } of runs) {
    const log = `test-faults-${database}`;
    const result = await faultRun({ binary: serverBinary(), database, args, what, log });
    line(result.code === 0 ? '✓' : '✗', what, `${figures(result.output) ?? 'not played to its end'}  ${result.took}`);
    if (result.code === 0) sum.passed += 1;
    else {
      sum.failed += 1;
      sum.code = result.code;
      sum.log = result.log;
      sum.complaints.push(
        `${what} (repeat it with: npm run faults -- --db ${database} ${args.join(' ')})\n${result.output}`,
      );
    }
  }
  return sum;
}
