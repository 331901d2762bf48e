// Two hundred kills on each database, and two servers on one PostgreSQL that are killed and frozen.
import { faultRun, figures } from '../lib/fault-runs.mjs';
import { serverBinary } from '../lib/paths.mjs';
import { line, tail } from '../lib/run.mjs';

export const shows = 'nothing is lost, doubled or charged twice when servers are killed at any moment';
export const takes = '20 minutes';

const runs = [
  { database: 'sqlite', servers: 1 },
  { database: 'postgres', servers: 1 },
  { database: 'postgres', servers: 2 },
];

/** A new seed each time: the run prints it, and `npm run faults -- --seed` repeats it. */
const newSeed = () => String(1 + Math.floor(Math.random() * 999_999));

export async function prove() {
  let good = true;
  for (const { database, servers } of runs) {
    const args = ['--kills', '200', '--servers', String(servers), '--seed', newSeed()];
    const what = `200 kills, ${database}, ${servers} server(s)`;
    const log = `prove-faults-${database}-${servers}`;
    const result = await faultRun({ binary: serverBinary(), database, args, what, log });
    line(result.code === 0 ? '✓' : '✗', what, `${figures(result.output) ?? 'not played to its end'}  ${result.took}`);
    console.log(tail(result.output, 40));
    good &&= result.code === 0;
  }
  return good;
}
