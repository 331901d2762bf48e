import type { PaymentStatusResponse } from '../rules/wire';
import { type Answer, call } from './call';

/** What a payment by iDEAL has come to, by the hash of its return address. */
export function checkPaymentStatus(hash: string, signal: AbortSignal): Promise<Answer<PaymentStatusResponse>> {
  return call(`/api/mollie/check-payment-status?${new URLSearchParams({ hash })}`, { signal });
}
