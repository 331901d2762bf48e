/** Query parameters that describe the offer; everything else in an address is personal or passing. */
const OFFER_PARAMETERS = ['code', 'package'] as const;

/** The part of a query that belongs to the offer, with its `?`, or an empty text. */
export function offerQuery(search: string): string {
  const all = new URLSearchParams(search);
  const kept = new URLSearchParams();
  for (const name of OFFER_PARAMETERS) {
    const value = all.get(name);
    if (value) kept.set(name, value);
  }
  const text = kept.toString();
  return text ? `?${text}` : '';
}

/**
 * Takes one parameter out of the address bar, so that nothing personal stays in the history, and returns the whole query
 * as it was. It is returned raw because decoding it as a form would turn a plus into a blank.
 */
export function takeParameter(name: string): string | undefined {
  const address = new URL(window.location.href);
  const query = address.search;
  if (!address.searchParams.has(name)) return undefined;
  address.searchParams.delete(name);
  window.history.replaceState(window.history.state, '', address);
  return query;
}

/** Query parameters that name a payment. */
type PaymentKey = 'session_id' | 'hash';

/**
 * The payment this page is about. Its key leaves the address bar at once and stays in the history entry, so that
 * a reload still finds it but a copied address, a screenshot or a referrer does not hold it.
 */
export function takePaymentKey(name: PaymentKey): string | undefined {
  const fromAddress = new URLSearchParams(window.location.search).get(name) ?? undefined;
  const key = fromAddress ?? kept(window.history.state, name);
  const state: unknown = key === undefined ? window.history.state : { [name]: key };
  window.history.replaceState(state, '', window.location.pathname);
  return key;
}

/** The payment that Stripe's session id, or our hash in its place, names. */
export function takeSessionId(): string | undefined {
  return takePaymentKey('session_id');
}

/** The query that names the payment of this page again, with its `?`, for the same page in another language. */
export function paymentQuery(): string {
  const names: readonly PaymentKey[] = ['session_id', 'hash'];
  for (const name of names) {
    const key = kept(window.history.state, name);
    if (key) return `?${new URLSearchParams({ [name]: key })}`;
  }
  return '';
}

function kept(state: unknown, name: PaymentKey): string | undefined {
  const value = typeof state === 'object' && state !== null ? (state as Record<string, unknown>)[name] : undefined;
  return typeof value === 'string' ? value : undefined;
}
