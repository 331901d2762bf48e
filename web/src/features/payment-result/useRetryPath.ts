import { useEffect, useState } from 'react';
import { getSessionRedirect } from '../../api/subscription';
import { takeSessionId } from '../../browser/address';
import { localPath } from '../../browser/leaving';
import { usePageContext } from '../../state/page-context';

/** The target of "Retry Payment": the page that sold the plan, once the server has named it. */
export function useRetryPath(): string {
  const { prefixes } = usePageContext().page;
  const [path, setPath] = useState(`${prefixes.vpn}/`);
  useEffect(() => {
    const leaving = new AbortController();
    const sessionId = takeSessionId();
    if (sessionId) {
      void askPath(sessionId, leaving.signal).then((found) => {
        if (found) setPath(found);
      });
    }
    return () => leaving.abort();
  }, []);
  return path;
}

async function askPath(sessionId: string, signal: AbortSignal): Promise<string | undefined> {
  const answer = await getSessionRedirect(sessionId, signal);
  return answer.kind === 'ok' ? localPath(answer.value.redirect_from, window.location.origin) : undefined;
}
