/** The four keys of the specification; the shop stores nothing else in the browser. */
export type StorageKey = 'authToken' | 'paymentEmail' | 'selectedLanguage' | 'im_ref';

/** Reads a key. Storage that is disabled or full counts as empty. */
export function stored(key: StorageKey): string | undefined {
  try {
    return window.localStorage.getItem(key) ?? undefined;
  } catch {
    return undefined;
  }
}

/** Stores a value under a key, or does nothing where storage is disabled. */
export function store(key: StorageKey, value: string): void {
  try {
    window.localStorage.setItem(key, value);
  } catch {
    // Private windows refuse; every page works without storage.
  }
}

/** Removes a key. */
export function forget(key: StorageKey): void {
  try {
    window.localStorage.removeItem(key);
  } catch {
    // Then nothing was stored either.
  }
}
