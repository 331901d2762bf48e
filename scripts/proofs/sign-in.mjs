// Attacks on sign-in and on what customers see: the files of the folder `sign-in`. ONEFARE_SIGN_IN=guesses plays only that.
import { playAttacks } from '../lib/attacks.mjs';

export const shows = 'nobody guesses a code, learns who is a customer, or reads what is another customer’s';
export const takes = '25 minutes';

export const prove = () => playAttacks('sign-in', 'ONEFARE_SIGN_IN');
