import { useCallback, useEffect, useState } from 'react';
import { useStore } from 'zustand';
import { verify } from '../../api/subscription';
import { takeSessionId } from '../../browser/address';
import { affiliateReference } from '../../browser/affiliate';
import { purchaseEventId, reportOnce } from '../../browser/events';
import { wait } from '../../browser/wait';
import type { PaymentStatus } from '../../rules/wire';
import { createSettling, type Settling } from './ask-until-settled';

/** What a page learns of its payment. */
export interface Watched {
  settling: Settling;
  /** The server's last word on the payment, once there is one. */
  heard: PaymentStatus | undefined;
  /** Asks from the start. */
  retry: () => void;
}

const OUTSIDE = {
  verify,
  wait,
  affiliate: affiliateReference,
  purchaseEvent: purchaseEventId,
  onProblem: () => void reportOnce('conversion'),
};

/** Watches the payment of this page until it is settled, or for as many questions as given. */
export function useSettling(questions = Number.POSITIVE_INFINITY): Watched {
  const [round, setRound] = useState(0);
  const [store] = useState(() => createSettling({ ...OUTSIDE, questions }));
  const settling = useStore(store, (state) => state.settling);
  const heard = useStore(store, (state) => state.heard);

  useEffect(() => {
    const leaving = new AbortController();
    void store.getState().ask(takeSessionId(), leaving.signal);
    return () => leaving.abort(round);
  }, [store, round]);

  return { settling, heard, retry: useCallback(() => setRound((before) => before + 1), []) };
}
