import type { EventRequest, FbParams } from '../rules/wire';
import { attemptKey } from './attempt-key';
import { hasAgreed } from './consent';

/** The event by which the banner says that the visitor agreed. */
export const AGREED = 'consentgiven';

/** What this page load has reported. */
const reported = new Map<EventRequest['name'], string>();

/**
 * Reports an event to our own server, once per page load and only with the visitor's consent, and returns its id. Nothing
 * waits for the answer: the browser sends it even while the page is being left.
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
 * Reports that a page which sells something was seen, as soon as the visitor has agreed. A page that the browser opens in
 * advance, or in a tab behind, is not seen yet.
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

/** The id under which the purchase of this page's payment is reported: the server reports it itself. */
export function purchaseEventId(): string | undefined {
  return hasAgreed() ? attemptKey() : undefined;
}

/**
 * What a checkout names whose result page asks by GET, and so cannot name the purchase itself: the event of the cart and,
 * ahead of time, that of the purchase. Nothing without the visitor's consent.
 */
export function checkoutParams(addToCartId: string | undefined): { fb_params?: FbParams } {
  const purchase_event_id = purchaseEventId();
  if (!addToCartId || !purchase_event_id) return {};
  return { fb_params: { addToCartId, purchase_event_id } };
}
