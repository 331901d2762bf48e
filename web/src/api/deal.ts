import type { DealCheckoutRequest, DealCheckoutResponse, PaymentStatusResponse } from '../rules/wire';
import { type Answer, call } from './call';

/** How a deal is paid: a card is charged again for every term, iDEAL pays once. */
export type DealMethod = 'card' | 'ideal';

const STARTS = { card: '/api/stripe/create-checkout-session', ideal: '/api/mollie/create-payment' } as const;

/** Places the order and answers with the provider's pay page. The key makes a repeated call the same order. */
export function startDealPayment(
  method: DealMethod,
  body: DealCheckoutRequest,
  key: string,
): Promise<Answer<DealCheckoutResponse>> {
  return call(STARTS[method], { method: 'POST', body, headers: { 'idempotency-key': key } });
}

/** What a payment by iDEAL has come to, by the hash of its return address. The header is the specification's (1, section 7). */
export function checkPaymentStatus(hash: string, signal: AbortSignal): Promise<Answer<PaymentStatusResponse>> {
  return call(`/api/mollie/check-payment-status?${new URLSearchParams({ hash })}`, {
    signal,
    headers: { 'content-type': 'application/json' },
  });
}
