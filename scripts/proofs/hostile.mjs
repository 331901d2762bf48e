// Attacks on a running shop and faults of its machine: the files of the folder `hostile`.
import { attacks, playAttacks } from '../lib/attacks.mjs';
import { measuredProgram } from '../lib/measured-program.mjs';

export const shows = 'the shop goes on selling and delivering while somebody floods it or its machine fails';
export const takes = '38 minutes';

export const parts = () => attacks('hostile');

/** Limits on memory and latency are those of the release: an unoptimised build says little about them. */
export function prove(chosen) {
  process.env.ONEFARE_BINARY ??= measuredProgram();
  return playAttacks('hostile', chosen);
}
