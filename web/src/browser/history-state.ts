/** Stores a value in the current history entry, so that a reload and the Back button find it. */
export function keepInEntry(name: string, value: unknown): void {
  window.history.replaceState({ ...entry(), [name]: value }, '');
}

/** Adds a history entry at the same address, with a value of its own. */
export function addEntry(name: string, value: unknown): void {
  window.history.pushState({ ...entry(), [name]: value }, '');
}

/** The value under a name in the current history entry. */
export function ofEntry(name: string): unknown {
  return entry()[name];
}

/** Runs `moved` when the browser moves to another history entry of this page. */
export function onEntry(moved: () => void): () => void {
  window.addEventListener('popstate', moved);
  return () => window.removeEventListener('popstate', moved);
}

function entry(): Record<string, unknown> {
  const state: unknown = window.history.state;
  return typeof state === 'object' && state !== null ? (state as Record<string, unknown>) : {};
}
