import type { EventRequest, FbParams } from '../rules/wire';
import { attemptKey } from './attempt-key';
import { hasAgreed } from './consent';

/** The event with which the banner announces consent. */
export const AGREED = 'consentgiven';

/** Events that this page load has reported. */
const reported = new Map<EventRequest['name'], string>();

/**
 * Reports an event to our own server, once per page load and only with the visitor's consent, and returns its id. It
 * does not wait for the answer: the browser sends the event even while the visitor leaves the page.
 */
export function reportOnce(
  name: EventRequest['name'],
  about: Pick<EventRequest, 'product_id' | 'currency'> = {},
): string | undefined {
  if (!hasAgreed()) return undefined;
  const earlier = reported.get(name);
  if (earlier) return earlier;
  const event: EventRequest = { name, event_id: attemptKey(), page: window.location.pathname, ...about };
  reported.set(name, event.event_id);
  navigator.sendBeacon('/api/events', new Blob([JSON.stringify(event)], { type: 'application/json' }));
  return event.event_id;
}

/**
 * Reports a view of a page that sells something, as soon as the visitor has agreed. A page that the browser prerenders,
 * or opens in a background tab, is not viewed yet.
 */
export function reportView(): () => void {
  const report = () => {
    if (document.visibilityState === 'visible') reportOnce('view_content');
  };
  report();
  window.addEventListener(AGREED, report);
  document.addEventListener('visibilitychange', report);
  return () => {
    window.removeEventListener(AGREED, report);
    document.removeEventListener('visibilitychange', report);
  };
}

/** The id under which the server itself reports the purchase of this page's payment. */
export function purchaseEventId(): string | undefined {
  return hasAgreed() ? attemptKey() : undefined;
}

/**
 * The event ids that a checkout sends when its result page asks by GET and so cannot name the purchase itself: the
 * cart's and, in advance, the purchase's. Empty without the visitor's consent.
 */
export function checkoutParams(addToCartId: string | undefined): { fb_params?: FbParams } {
  const purchase_event_id = purchaseEventId();
  if (!addToCartId || !purchase_event_id) return {};
  return { fb_params: { addToCartId, purchase_event_id } };
}
