/**
 * The idempotency key of an unfinished purchase: a request repeated unchanged keeps its key, and so stays the same
 * order.
 */
export interface Attempt {
  keyFor: (request: object) => string;
  /** The attempt is answered: the next request starts a new attempt. */
  end: () => void;
}

/** Where an attempt's key outlives its page, such as the page's history entry. */
export interface AttemptMemory {
  kept: () => unknown;
  keep: (attempt: OpenAttempt | undefined) => void;
}

/** A key, and the request it was created for. */
export interface OpenAttempt {
  print: string;
  key: string;
}

export function createAttempt(newKey: () => string, memory?: AttemptMemory): Attempt {
  let open: OpenAttempt | undefined;
  const set = (attempt: OpenAttempt | undefined) => {
    open = attempt;
    memory?.keep(attempt);
  };
  return {
    keyFor: (request) => {
      const print = JSON.stringify(request);
      open ??= opened(memory?.kept());
      if (open?.print === print) return open.key;
      const made = { print, key: newKey() };
      set(made);
      return made.key;
    },
    end: () => set(undefined),
  };
}

/** The stored value if it is an attempt: another version of the page may have stored something else. */
function opened(kept: unknown): OpenAttempt | undefined {
  if (typeof kept !== 'object' || kept === null || !('print' in kept && 'key' in kept)) return undefined;
  const { print, key } = kept;
  return typeof print === 'string' && typeof key === 'string' ? { print, key } : undefined;
}
