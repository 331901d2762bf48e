// Attacks on sign-in and on what customers see: the files of the folder `sign-in`.
import { attacks, playAttacks } from '../lib/attacks.mjs';

export const shows = 'nobody guesses a code, learns who is a customer, or reads what is another customer’s';
export const takes = '25 minutes';

export const parts = () => attacks('sign-in');

export const prove = (chosen) => playAttacks('sign-in', chosen);
