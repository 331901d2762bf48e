/** The server ends a request after 30 s; waiting longer than that lets its answer win. */
export const TIME_LIMIT_MS = 45_000;

/**
 * Calls with a signal that aborts after {@link TIME_LIMIT_MS}, or together with `leaving`. Written out, because
 * `AbortSignal.any` is younger than the browsers that the shop serves.
 */
export async function withTimeLimit<T>(
  leaving: AbortSignal | undefined,
  ask: (signal: AbortSignal) => Promise<T>,
): Promise<T> {
  const limit = new AbortController();
  const stop = () => limit.abort();
  const timer = setTimeout(stop, TIME_LIMIT_MS);
  if (leaving?.aborted) stop();
  leaving?.addEventListener('abort', stop);
  try {
    return await ask(limit.signal);
  } finally {
    clearTimeout(timer);
    leaving?.removeEventListener('abort', stop);
  }
}
