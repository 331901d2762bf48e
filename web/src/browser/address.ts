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

/**
 * The payment this page is about. Its id leaves the address bar at once and stays in the history entry, so that
 * a reload still finds it but a copied address, a screenshot or a referrer does not hold it.
 */
export function takeSessionId(): string | undefined {
  const fromAddress = new URLSearchParams(window.location.search).get('session_id') ?? undefined;
  const id = fromAddress ?? keptSessionId(window.history.state);
  const state: unknown = id === undefined ? window.history.state : { session_id: id };
  window.history.replaceState(state, '', window.location.pathname);
  return id;
}

function keptSessionId(state: unknown): string | undefined {
  if (typeof state !== 'object' || state === null || !('session_id' in state)) return undefined;
  return typeof state.session_id === 'string' ? state.session_id : undefined;
}
