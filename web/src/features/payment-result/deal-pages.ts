import type { PaymentStatus, Prefixes } from '../../rules/wire';

/** The possible final pages of a deal's payment. */
export type DealPage = 'payment-status' | 'callback-success-mollie' | 'callback-cancel-mollie';

/**
 * The page of each outcome: that of the core for a payment by Mollie (`core/src/payment/result_page.rs`), against whose
 * vectors a test holds it. A payment that is not settled yet stays where it is.
 */
export const PAGE_OF: Record<PaymentStatus, DealPage | undefined> = {
  paid: 'callback-success-mollie',
  refunded: 'callback-success-mollie',
  failed: 'callback-cancel-mollie',
  pending: undefined,
};

/** Where a deal's buyer goes to retry, and to leave (specification 1, section 2.11: the deals, in both cases). */
export function dealOffer(prefixes: Prefixes): string {
  return `${prefixes.deal}/affiliate-vpn-deals`;
}
