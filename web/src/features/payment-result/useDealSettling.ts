import { useCallback, useEffect, useState } from 'react';
import { useStore } from 'zustand';
import type { Answer } from '../../api/call';
import { checkPaymentStatus } from '../../api/deal';
import { takePaymentKey } from '../../browser/address';
import { wait } from '../../browser/wait';
import type { PaymentStatusResponse, VerifyResponse } from '../../rules/wire';
import { createSettling, type Settling } from './settling';

/** The status call in the words of `verify`: a paid order is settled once its subscription has an end. */
function asVerified({ payment_status, ...known }: PaymentStatusResponse): VerifyResponse {
  const open = payment_status === 'paid' || payment_status === 'pending';
  const settled = payment_status === 'paid' && known.subscriptionEndDate !== undefined;
  return { ...known, payment_status, status: settled ? 'ok' : open ? 'pending' : 'error' };
}

async function statusOf(hash: string, signal: AbortSignal): Promise<Answer<VerifyResponse>> {
  const answer = await checkPaymentStatus(hash, signal);
  return answer.kind === 'ok' ? { kind: 'ok', value: asVerified(answer.value) } : answer;
}

/** Watches the payment that the query `hash` names until it is settled. */
export function useDealSettling(): { settling: Settling; retry: () => void } {
  const [round, setRound] = useState(0);
  const [store] = useState(() =>
    createSettling({
      verify: ({ session_id }, signal) => statusOf(session_id ?? '', signal),
      wait,
      affiliate: () => undefined,
    }),
  );
  const settling = useStore(store, (state) => state.settling);

  useEffect(() => {
    const leaving = new AbortController();
    void store.getState().ask(takePaymentKey('hash'), leaving.signal);
    return () => leaving.abort(round);
  }, [store, round]);

  return { settling, retry: useCallback(() => setRound((before) => before + 1), []) };
}
