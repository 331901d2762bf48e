/** Values that live as long as the tab. */
export type SessionKey = 'checkoutData' | 'checkoutAnswers';

/** Reads a key. Storage that is disabled or full counts as empty. */
export function inSession(key: SessionKey): string | undefined {
  try {
    return window.sessionStorage.getItem(key) ?? undefined;
  } catch {
    return undefined;
  }
}

/** Stores a value under a key, or removes it; does nothing where storage is disabled. */
export function keepInSession(key: SessionKey, value: string | undefined): void {
  try {
    if (value === undefined) window.sessionStorage.removeItem(key);
    else window.sessionStorage.setItem(key, value);
  } catch {
    // Private windows refuse; the checkout's address names the plan as well.
  }
}
