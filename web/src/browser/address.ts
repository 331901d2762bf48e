/** Query parameters that describe the offer; everything else in an address is personal or transient. */
const OFFER_PARAMETERS = ['code', 'package', 'plan', 'q'] as const;

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
 * What the server accepts as `return_to`: the longest path of `core/src/safe_url.rs`, against whose vectors a test holds
 * it.
 */
export const LONGEST_RETURN_PATH = 512;

/** The way back to the offer of this page, for `return_to`. */
export function returnPath(): string {
  const { pathname, search } = window.location;
  const way = pathname + offerQuery(search);
  return way.length > LONGEST_RETURN_PATH ? pathname : way;
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

/** Sets one parameter in the address bar, or removes it when it is empty, without a new history entry. */
export function showParameter(name: string, value: string): void {
  const address = new URL(window.location.href);
  if (value) address.searchParams.set(name, value);
  else address.searchParams.delete(name);
  window.history.replaceState(window.history.state, '', address);
}

/** Query parameters that name a payment. */
type PaymentKey = 'session_id' | 'hash';

/** Query parameters that accompany a deal's payment, kept raw: decoding would lose a plus. */
const COMPANIONS = ['email', 'lang'] as const;
type Companion = (typeof COMPANIONS)[number];

/**
 * The payment this page is about. Its key and the companions leave the address bar at once and stay in the history
 * entry, so that a reload still finds them but a copied address, a screenshot or a referrer does not hold them.
 */
export function takePaymentKey(name: PaymentKey): string | undefined {
  const { search, pathname } = window.location;
  const before: unknown = window.history.state;
  const key = new URLSearchParams(search).get(name) || kept(before, name);
  const state: Record<string, string> = key === undefined ? {} : { [name]: key };
  for (const companion of COMPANIONS) {
    const pair = writtenPair(search, companion) ?? kept(before, companion);
    if (pair) state[companion] = pair;
  }
  window.history.replaceState(key === undefined ? before : state, '', pathname);
  return key;
}

/** A raw pair of a query, such as `email=a%2Bb@example.com`. */
function writtenPair(search: string, name: string): string | undefined {
  const pairs = search.replace(/^\?/, '').split('&');
  return pairs.find((pair) => new URLSearchParams(pair).has(name));
}

/** The payment named by Stripe's session id, or by our hash in its place. */
export function takeSessionId(): string | undefined {
  return takePaymentKey('session_id');
}

/**
 * The query that names this page's payment, with its `?`, for the same page in another language. That language is in
 * the path, so `lang` is left out.
 */
export function paymentQuery(): string {
  return queryOf(['email']);
}

/** The same for another page about the payment, in the requested language. */
export function passedPaymentQuery(): string {
  return queryOf(COMPANIONS);
}

/** The payment's `email` companion, as a query, for [`rules.emailPrefill`]. */
export function keptEmailQuery(): string | undefined {
  return kept(window.history.state, 'email');
}

/** This page's payment, after it was taken out of the address bar. */
export function namedPayment(): string | undefined {
  const state: unknown = window.history.state;
  return kept(state, 'session_id') ?? kept(state, 'hash');
}

/** Replaces the payment's `email` companion with a corrected address, so that a reload shows it. */
export function keepEmail(email: string): void {
  const state: unknown = window.history.state;
  if (!kept(state, 'email')) return;
  const pair = `email=${encodeURIComponent(email)}`;
  window.history.replaceState({ ...(state as Record<string, string>), email: pair }, '', window.location.pathname);
}

function queryOf(companions: readonly Companion[]): string {
  const state: unknown = window.history.state;
  const names: readonly PaymentKey[] = ['session_id', 'hash'];
  for (const name of names) {
    const key = kept(state, name);
    if (!key) continue;
    const pairs = companions.flatMap((companion) => kept(state, companion) ?? []);
    return `?${[new URLSearchParams({ [name]: key }), ...pairs].join('&')}`;
  }
  return '';
}

function kept(state: unknown, name: PaymentKey | Companion): string | undefined {
  const value = typeof state === 'object' && state !== null ? (state as Record<string, unknown>)[name] : undefined;
  return typeof value === 'string' ? value : undefined;
}

/** The part after `#`, taken out of the address bar, so that no history entry or screenshot contains it. */
export function takeFragment(): string | undefined {
  const fragment = window.location.hash.slice(1);
  if (fragment) window.history.replaceState(window.history.state, '', window.location.pathname);
  return fragment || undefined;
}
