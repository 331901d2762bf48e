import type { EsimStatusResponse } from '../rules/wire';
import { type Answer, call } from './call';

/** Who took the money: a card payment goes through Stripe, iDEAL through Mollie. */
export type EsimProvider = 'stripe' | 'mollie';

/** What a payment for data has come to, by the hash of its return address. */
export function checkEsimStatus(
  provider: EsimProvider,
  hash: string,
  signal: AbortSignal,
): Promise<Answer<EsimStatusResponse>> {
  return call(`/api/esim/${provider}/check-payment-status?${new URLSearchParams({ hash })}`, { signal });
}
