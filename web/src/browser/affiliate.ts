import { store, stored } from './storage';

/** The longest `im_ref` that the server accepts. */
const LONGEST_REFERENCE = 128;
/** Half a surrogate pair, which the server's JSON parser rejects. */
const BROKEN = /\p{Surrogate}/u;

function fits(reference: string): boolean {
  return reference.length > 0 && reference.length <= LONGEST_REFERENCE && !BROKEN.test(reference);
}

/** Stores the reference of the affiliate whose link led here; the last of several links counts. */
export function keepAffiliateReference(search: string): void {
  const reference = new URLSearchParams(search).get('im_ref') ?? '';
  if (fits(reference)) store('im_ref', reference);
}

/**
 * The affiliate reference to send. A value that the server would refuse is left out: it must never block a purchase.
 */
export function affiliateReference(): string | undefined {
  const reference = stored('im_ref');
  return reference !== undefined && fits(reference) ? reference : undefined;
}
