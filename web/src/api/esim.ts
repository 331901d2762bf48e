import type {
  BundleResponse,
  DiscountCodeResponse,
  EsimPaymentRequest,
  EsimPaymentResponse,
  EsimStatusResponse,
  GenerateEsimRequest,
  GenerateEsimResponse,
  Language,
  SearchTextsResponse,
} from '../rules/wire';
import { type Answer, call } from './call';

/** The provider of a payment: a card payment goes through Stripe, iDEAL through Mollie. */
export type EsimProvider = 'stripe' | 'mollie';

/**
 * How calls and addresses name the way to pay of each (specification 2, section 7). The result pages of the core carry
 * the same words (`core/src/payment/result_page.rs`), against whose vectors a test holds them.
 */
export const METHODS = { stripe: 'card', mollie: 'mollie' } as const satisfies Record<EsimProvider, string>;

/** A country or region with its current plans. */
export function askBundle(id: number, lang: Language): Promise<Answer<BundleResponse>> {
  return call(`/api/esim/bundle/${id}?${new URLSearchParams({ lang })}`);
}

/** The search texts of every country and region. */
export function askSearchTexts(): Promise<Answer<SearchTextsResponse>> {
  return call('/api/esim/search-texts');
}

/** The status of a data payment, by the hash of its return address. */
export function checkEsimStatus(
  provider: EsimProvider,
  hash: string,
  signal: AbortSignal,
): Promise<Answer<EsimStatusResponse>> {
  const query = new URLSearchParams({ hash, payment_method: METHODS[provider] });
  return call(`/api/esim/${provider}/check-payment-status?${query}`, { signal });
}

/** A code's effect on a plan's price, in cents and in a language's words. */
export function applyDiscountCode(
  code: string,
  price: number,
  query: { currency: string; structured_data: string; lang: Language },
): Promise<Answer<DiscountCodeResponse>> {
  const path = `/api/esim/discount-code/${encodeURIComponent(code)}/${price}`;
  return call(`${path}?${new URLSearchParams(query)}`, { method: 'POST' });
}

/**
 * Places the order and returns the provider's hosted page. Repeating the call with the same key gives the same order.
 */
export function createEsimPayment(
  provider: EsimProvider,
  body: EsimPaymentRequest,
  key: string,
): Promise<Answer<EsimPaymentResponse>> {
  return call(`/api/esim/${provider}/create-payment`, { method: 'POST', body, headers: { 'idempotency-key': key } });
}

/** The eSIM of a paid order, for its buyer. The answer may be that it is still being made. */
export function generateEsim(body: GenerateEsimRequest, signal: AbortSignal): Promise<Answer<GenerateEsimResponse>> {
  return call('/api/esim/generate-esim-order', { method: 'POST', body, signal });
}
