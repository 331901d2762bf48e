// Attacks on a running shop and faults of its machine: the files of the folder `hostile`. ONEFARE_HOSTILE=disk-full,stop
// plays only those.
import { playAttacks } from '../lib/attacks.mjs';

export const shows = 'the shop goes on selling and delivering while somebody floods it or its machine fails';
export const takes = '38 minutes';

export const prove = () => playAttacks('hostile', 'ONEFARE_HOSTILE');
