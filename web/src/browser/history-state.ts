/** Keeps a value with the present entry of the history, so that a reload and the Back button find it again. */
export function keepInEntry(name: string, value: unknown): void {
  window.history.replaceState({ ...entry(), [name]: value }, '');
}

/** Goes on to a new entry of the history at the same address, with a value of its own. */
export function addEntry(name: string, value: unknown): void {
  window.history.pushState({ ...entry(), [name]: value }, '');
}

/** The value under a name in the present entry. */
export function ofEntry(name: string): unknown {
  return entry()[name];
}

/** Runs `moved` when the browser went to another entry of this page. */
export function onEntry(moved: () => void): () => void {
  window.addEventListener('popstate', moved);
  return () => window.removeEventListener('popstate', moved);
}

function entry(): Record<string, unknown> {
  const state: unknown = window.history.state;
  return typeof state === 'object' && state !== null ? (state as Record<string, unknown>) : {};
}
