import type { PaymentStatus, Prefixes } from '../../rules/wire';

/** The pages that a payment of a deal can end on. */
export type DealPage = 'payment-status' | 'callback-success-mollie' | 'callback-cancel-mollie';

/** The page of each outcome. A payment that is not settled yet stays where it is. */
export const PAGE_OF: Record<PaymentStatus, DealPage | undefined> = {
  paid: 'callback-success-mollie',
  refunded: 'callback-success-mollie',
  failed: 'callback-cancel-mollie',
  pending: undefined,
};

/** Where a buyer of a deal goes to try again, and to leave. The shop sells its deals on the plan page. */
const DEAL_OFFER = { area: 'vpn', retry: '/buy', home: '/' } as const;

/** The same as local addresses of a page. */
export function dealOffer(prefixes: Prefixes): { retry: string; home: string } {
  const prefix = prefixes[DEAL_OFFER.area];
  return { retry: `${prefix}${DEAL_OFFER.retry}`, home: `${prefix}${DEAL_OFFER.home}` };
}
