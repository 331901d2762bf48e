import type {
  CheckoutLinkRequest,
  CheckoutLinkResponse,
  InitialData,
  SessionRedirectResponse,
  VerifyRequest,
  VerifyResponse,
} from '../rules/wire';
import { type Answer, call } from './call';

const BASE = '/api/subscription';

/** The plans and prices for a code. */
export function getInitialData(code: string, signal: AbortSignal): Promise<Answer<InitialData>> {
  return call(`${BASE}/get_initial_data?${new URLSearchParams({ discount_code: code })}`, { signal });
}

/**
 * Places the order and returns the provider's hosted page. Repeating the call with the same key gives the same order.
 */
export function getCheckoutLink(body: CheckoutLinkRequest, key: string): Promise<Answer<CheckoutLinkResponse>> {
  return call(`${BASE}/get_checkout_link`, { method: 'POST', body, headers: { 'idempotency-key': key } });
}

/** The status of a payment. */
export function verify(body: VerifyRequest, signal: AbortSignal): Promise<Answer<VerifyResponse>> {
  return call(`${BASE}/verify`, { method: 'POST', body, signal });
}

/** The page that sold the plan, for another attempt. */
export function getSessionRedirect(session_id: string, signal: AbortSignal): Promise<Answer<SessionRedirectResponse>> {
  return call(`${BASE}/get-session-redirect`, { method: 'POST', body: { session_id }, signal });
}
