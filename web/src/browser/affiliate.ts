import { store, stored } from './storage';

/** What the server accepts as `im_ref`. */
const LONGEST_REFERENCE = 128;
/** Half a character, which no JSON reader on the other side accepts. */
const BROKEN = /\p{Surrogate}/u;

function fits(reference: string): boolean {
  return reference.length > 0 && reference.length <= LONGEST_REFERENCE && !BROKEN.test(reference);
}

/** Keeps the reference of the affiliate whose link led here: of several links the last one counts. */
export function keepAffiliateReference(search: string): void {
  const reference = new URLSearchParams(search).get('im_ref') ?? '';
  if (fits(reference)) store('im_ref', reference);
}

/** The affiliate reference to send along. What the server would refuse is left out: it must never block buying. */
export function affiliateReference(): string | undefined {
  const reference = stored('im_ref');
  return reference !== undefined && fits(reference) ? reference : undefined;
}
