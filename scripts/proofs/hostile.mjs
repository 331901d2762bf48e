// Attacks on a running shop and faults of its machine: the files of the folder `hostile`. ONEFARE_HOSTILE=disk-full,stop
// plays only those.
import { playAttacks } from '../lib/attacks.mjs';
import { measuredProgram } from '../lib/measured-program.mjs';

export const shows = 'the shop goes on selling and delivering while somebody floods it or its machine fails';
export const takes = '38 minutes';

/** Memory and waiting are limits of the release: what is not optimised says little about them. */
export function prove() {
  process.env.ONEFARE_BINARY ??= measuredProgram();
  return playAttacks('hostile', 'ONEFARE_HOSTILE');
}
