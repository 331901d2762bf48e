// The shop killed at every named step, on both databases; on PostgreSQL two servers that share it.
import { figures, sideBySide } from '../lib/fault-runs.mjs';
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

export async function test() {
  const played = runs.map((one) => ({ ...one, binary: serverBinary(), log: `test-faults-${one.database}` }));
  const sum = { code: 0, passed: 0, failed: 0, skipped: 0, complaints: [], notes: [], times: [] };
  for (const { database, args, what, result } of await sideBySide(played)) {
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
