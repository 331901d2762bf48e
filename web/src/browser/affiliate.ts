import { stored } from './storage';

/** What the server accepts as `im_ref`. */
const LONGEST_REFERENCE = 128;
/** Half a character, which no JSON reader on the other side accepts. */
const BROKEN = /\p{Surrogate}/u;

/** The affiliate reference to send along. What the server would refuse is left out: it must never block buying. */
export function affiliateReference(): string | undefined {
  const reference = stored('im_ref');
  return reference && reference.length <= LONGEST_REFERENCE && !BROKEN.test(reference) ? reference : undefined;
}
