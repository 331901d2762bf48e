import { useCallback, useEffect, useState } from 'react';
import { cancelRenewal, getAccount } from '../../api/account';
import type { AccountView } from '../../rules/wire';
import { useShop } from '../../state/shop';
import { signedOut } from './leaving';

/** What is known of the account. */
export type Account = { phase: 'loading' } | { phase: 'failed' } | { phase: 'here'; view: AccountView };

/** The account with what can be done about it. */
export interface AccountState {
  account: Account;
  retry: () => void;
  /** Cancels a renewal; `false` when that did not work. */
  cancel: (number: string) => Promise<boolean>;
}

/** Fetches the account: the page itself holds nothing personal. */
export function useAccount(): AccountState {
  const { page } = useShop();
  const [round, setRound] = useState(0);
  const [account, setAccount] = useState<Account>({ phase: 'loading' });

  useEffect(() => {
    const leaving = new AbortController();
    setAccount((before) => (before.phase === 'failed' ? { phase: 'loading' } : before));
    void getAccount(page.language, leaving.signal).then((answer) => {
      if (answer.kind === 'ok') setAccount({ phase: 'here', view: answer.value });
      else if (answer.kind === 'problem' && !signedOut(answer.problem)) setAccount({ phase: 'failed' });
    });
    return () => leaving.abort(round);
  }, [page.language, round]);

  const cancel = async (number: string) => {
    const answer = await cancelRenewal(number, page.language);
    if (answer.kind === 'ok') setAccount({ phase: 'here', view: answer.value });
    else if (answer.kind === 'problem') signedOut(answer.problem);
    return answer.kind === 'ok';
  };
  return { account, retry: useCallback(() => setRound((before) => before + 1), []), cancel };
}
