/** The four keys of the specification; nothing else is ever kept in the browser's storage. */
export type StorageKey = 'authToken' | 'paymentEmail' | 'selectedLanguage' | 'im_ref';

/** Reads a key. Storage may be switched off or full: that is the same as an empty one. */
export function stored(key: StorageKey): string | undefined {
  try {
    return window.localStorage.getItem(key) ?? undefined;
  } catch {
    return undefined;
  }
}

/** Keeps a value under a key, or does nothing where storage is not allowed. */
export function store(key: StorageKey, value: string): void {
  try {
    window.localStorage.setItem(key, value);
  } catch {
    // Private windows refuse; every page works without.
  }
}

/** Forgets a key. */
export function forget(key: StorageKey): void {
  try {
    window.localStorage.removeItem(key);
  } catch {
    // Nothing was kept then either.
  }
}
