import { useCallback, useEffect, useState } from 'react';
import { useStore } from 'zustand';
import type { Answer } from '../../api/call';
import { checkPaymentStatus } from '../../api/deal';
import { passedPaymentQuery, takePaymentKey } from '../../browser/address';
import { wait } from '../../browser/wait';
import type { PaymentStatusResponse, VerifyResponse } from '../../rules/wire';
import { usePageContext } from '../../state/page-context';
import { createSettling } from './ask-until-settled';
import { type DealPage, PAGE_OF } from './deal-pages';
import type { Watched } from './useSettling';

/** The status call's answer in the form of `verify`: a paid order is settled once its subscription has an end. */
function asVerified({ payment_status, ...known }: PaymentStatusResponse): VerifyResponse {
  const open = payment_status === 'paid' || payment_status === 'pending';
  const settled = payment_status === 'paid' && known.subscriptionEndDate !== undefined;
  return { ...known, payment_status, status: settled ? 'ok' : open ? 'pending' : 'error' };
}

async function statusOf(hash: string, signal: AbortSignal): Promise<Answer<VerifyResponse>> {
  const answer = await checkPaymentStatus(hash, signal);
  if (answer.kind === 'ok') return { kind: 'ok', value: asVerified(answer.value) };
  if (answer.kind === 'dropped') return answer;
  // One sentence for all failures (specification 1, section 8).
  return { kind: 'problem', problem: { ...answer.problem, code: 'payment_status_failed' } };
}

/**
 * Polls the payment that the query `hash` names until it is settled, and opens the page of its outcome if that is
 * another one.
 */
export function useDealSettling(here: DealPage): Watched {
  const { prefixes } = usePageContext().page;
  const [round, setRound] = useState(0);
  const [store] = useState(() =>
    createSettling({
      verify: ({ session_id }, signal) => statusOf(session_id ?? '', signal),
      wait,
      affiliate: () => undefined,
      missing: 'payment_hash_missing',
    }),
  );
  const settling = useStore(store, (state) => state.settling);
  const heard = useStore(store, (state) => state.heard);

  useEffect(() => {
    const leaving = new AbortController();
    void store.getState().ask(takePaymentKey('hash'), leaving.signal);
    return () => leaving.abort(round);
  }, [store, round]);

  useEffect(() => {
    const page = heard && PAGE_OF[heard];
    if (page && page !== here) window.location.replace(`${prefixes.deal}/${page}${passedPaymentQuery()}`);
  }, [heard, here, prefixes.deal]);

  return { settling, heard, retry: useCallback(() => setRound((before) => before + 1), []) };
}
