import { useEffect, useState } from 'react';
import { getEsimUsage } from '../../api/account';
import type { AccountOrder, EsimUsage } from '../../rules/wire';
import { usePageContext } from '../../state/page-context';
import { signedOut } from './leaving';

/** The usage of an order's eSIM; undefined before the answer, and for an order without one. */
export function useEsimUsage({ number, has_esim }: AccountOrder): EsimUsage | 'unknown' | undefined {
  const { page } = usePageContext();
  const [usage, setUsage] = useState<EsimUsage | 'unknown'>();

  useEffect(() => {
    if (!has_esim) return undefined;
    const leaving = new AbortController();
    void getEsimUsage(number, page.language, leaving.signal).then((answer) => {
      if (answer.kind === 'ok') setUsage(answer.value);
      else if (answer.kind === 'problem' && !signedOut(answer.problem)) setUsage('unknown');
    });
    return () => leaving.abort();
  }, [has_esim, number, page.language]);

  return usage;
}
