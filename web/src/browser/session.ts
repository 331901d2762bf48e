/** What is kept for as long as a tab is open. */
export type SessionKey = 'checkoutData' | 'checkoutAnswers';

/** Reads a key. Storage may be switched off or full: that is the same as an empty one. */
export function inSession(key: SessionKey): string | undefined {
  try {
    return window.sessionStorage.getItem(key) ?? undefined;
  } catch {
    return undefined;
  }
}

/** Keeps a value under a key, or takes it away; does nothing where storage is not allowed. */
export function keepInSession(key: SessionKey, value: string | undefined): void {
  try {
    if (value === undefined) window.sessionStorage.removeItem(key);
    else window.sessionStorage.setItem(key, value);
  } catch {
    // Private windows refuse; the address of the checkout names the plan as well.
  }
}
