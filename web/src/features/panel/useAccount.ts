import { useCallback, useEffect, useState } from 'react';
import { cancelRenewal, changePlan, getAccount, resumeRenewal } from '../../api/account';
import type { Answer, Problem } from '../../api/call';
import type { AccountOrder, AccountPlan, AccountView, Language } from '../../rules/wire';
import { usePageContext } from '../../state/page-context';
import { signedOut } from './leaving';

/** The loading state of the account. */
export type Account = { phase: 'loading' } | { phase: 'failed' } | { phase: 'here'; view: AccountView };

/** The account with its actions. */
export interface AccountState {
  account: Account;
  retry: () => void;
  /** Cancels a renewal, resumes it, or makes it another plan. */
  change: (number: string, change: Change) => Promise<Changed>;
}

/** A change of a renewal. */
export type Change = 'cancel' | 'resume' | AccountPlan;

/** Whether the change was made, and if not, why, where that is known. */
export type Changed = { done: true } | { done: false; why?: Problem['code'] };

/** Loads the account: the page itself contains nothing personal. */
export function useAccount(): AccountState {
  const { page } = usePageContext();
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

  const change = async (number: string, change: Change): Promise<Changed> => {
    const order = account.phase === 'here' ? account.view.orders.find((one) => one.number === number) : undefined;
    const answer = await send(number, change, page.language, order);
    if (answer.kind === 'ok') {
      setAccount({ phase: 'here', view: answer.value });
      return { done: true };
    }
    if (answer.kind !== 'problem' || signedOut(answer.problem)) return { done: false };
    // The dialog's prices are out of date.
    if (answer.problem.code === 'price_changed') setRound((before) => before + 1);
    return { done: false, why: answer.problem.code };
  };
  return { account, retry: useCallback(() => setRound((before) => before + 1), []), change };
}

function send(number: string, change: Change, language: Language, shown?: AccountOrder): Promise<Answer<AccountView>> {
  if (change === 'cancel') return cancelRenewal(number, language);
  if (change === 'resume') {
    const { resumed_amount, resumed_currency } = shown ?? {};
    return resumeRenewal(number, language, { expected_amount: resumed_amount ?? 0, currency: resumed_currency ?? '' });
  }
  const { product_id, amount, currency } = change;
  return changePlan(number, language, { product_id, expected_amount: amount, currency });
}
