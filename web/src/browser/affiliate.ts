import { store, stored } from './storage';

/**
 * What the server keeps as `im_ref` (`core/src/attribution.rs`): so many characters, none of them half a one, which no
 * JSON reader on the other side accepts. Its test holds it against the vectors of the core.
 */
const KEPT = /^\P{Surrogate}{1,128}$/u;

/** Stores the reference of the affiliate whose link led here; the last of several links counts. */
export function keepAffiliateReference(search: string): void {
  const reference = new URLSearchParams(search).get('im_ref') ?? '';
  if (KEPT.test(reference)) store('im_ref', reference);
}

/**
 * The affiliate reference to send. A value that the server would refuse is left out: it must never block a purchase.
 */
export function affiliateReference(): string | undefined {
  const reference = stored('im_ref');
  return reference !== undefined && KEPT.test(reference) ? reference : undefined;
}
