import { useEffect, useState } from 'react';
import { getSessionRedirect, verify } from '../../api/subscription';
import { takeSessionId } from '../../browser/address';
import { localPath } from '../../browser/leaving';

/**
 * Where "Retry Payment" leads: the page that sold the plan, once the server has named it.
 *
 * A payment that turns out to be made goes on to the success page instead, so that nobody pays twice.
 */
export function useRetryPath(prefix: string): string {
  const [path, setPath] = useState('/');
  useEffect(() => {
    const leaving = new AbortController();
    const sessionId = takeSessionId();
    if (sessionId) {
      void askOutcome(sessionId, prefix, leaving.signal);
      void askPath(sessionId, leaving.signal).then((found) => {
        if (found) setPath(found);
      });
    }
    return () => leaving.abort();
  }, [prefix]);
  return path;
}

async function askPath(sessionId: string, signal: AbortSignal): Promise<string | undefined> {
  const answer = await getSessionRedirect(sessionId, signal);
  return answer.kind === 'ok' ? localPath(answer.value.redirect_from, window.location.origin) : undefined;
}

async function askOutcome(session_id: string, prefix: string, signal: AbortSignal): Promise<void> {
  const answer = await verify({ session_id }, signal);
  if (answer.kind !== 'ok' || answer.value.payment_status !== 'paid') return;
  window.location.replace(`${prefix}/payment-success?${new URLSearchParams({ session_id })}`);
}
