import type { DealCheckoutRequest, DealCheckoutResponse, PaymentStatusResponse } from '../rules/wire';
import { type Answer, call } from './call';

/** The payment method of a deal: a card is charged again for every term, iDEAL pays once. */
export type DealMethod = 'card' | 'ideal';

const STARTS = { card: '/api/stripe/create-checkout-session', ideal: '/api/mollie/create-payment' } as const;

/**
 * Places the order and returns the provider's hosted page. Repeating the call with the same key gives the same order.
 */
export function startDealPayment(
  method: DealMethod,
  body: DealCheckoutRequest,
  key: string,
): Promise<Answer<DealCheckoutResponse>> {
  return call(STARTS[method], { method: 'POST', body, headers: { 'idempotency-key': key } });
}

/**
 * The status of an iDEAL payment, by the hash of its return address. The header is the specification's (1, section 7).
 */
export function checkPaymentStatus(hash: string, signal: AbortSignal): Promise<Answer<PaymentStatusResponse>> {
  return call(`/api/mollie/check-payment-status?${new URLSearchParams({ hash })}`, {
    signal,
    headers: { 'content-type': 'application/json' },
  });
}
