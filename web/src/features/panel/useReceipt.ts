import { useCallback, useEffect, useState } from 'react';
import { getReceipt } from '../../api/account';
import type { AccountReceipt } from '../../rules/wire';
import { usePageContext } from '../../state/page-context';
import { signedOut } from './leaving';

/** The loading state of the receipt that the address names. */
export type ReceiptState =
  | { phase: 'loading' }
  | { phase: 'failed'; isUnknown: boolean }
  | { phase: 'here'; view: AccountReceipt };

/** Loads the receipt: the page itself contains nothing personal. */
export function useReceipt(): { receipt: ReceiptState; retry: () => void } {
  const { page } = usePageContext();
  const [round, setRound] = useState(0);
  const [receipt, setReceipt] = useState<ReceiptState>({ phase: 'loading' });
  const number = page.path.split('/').pop() ?? '';

  useEffect(() => {
    const leaving = new AbortController();
    setReceipt({ phase: 'loading' });
    void getReceipt(number, page.language, leaving.signal).then((answer) => {
      if (answer.kind === 'ok') setReceipt({ phase: 'here', view: answer.value });
      else if (answer.kind === 'problem' && !signedOut(answer.problem)) {
        setReceipt({ phase: 'failed', isUnknown: answer.problem.code === 'not_found' });
      }
    });
    return () => leaving.abort(round);
  }, [number, page.language, round]);

  return { receipt, retry: useCallback(() => setRound((before) => before + 1), []) };
}
