import { useCallback, useEffect, useState } from 'react';
import { useStore } from 'zustand';
import { verify } from '../../api/subscription';
import { takeSessionId } from '../../browser/address';
import { affiliateReference } from '../../browser/affiliate';
import { purchaseEventId, reportOnce } from '../../browser/events';
import { wait } from '../../browser/wait';
import type { PaymentStatus } from '../../rules/wire';
import { createSettling, type Settling } from './ask-until-settled';

/** A page's view of its payment. */
export interface Watched {
  settling: Settling;
  /** The last payment status from the server, if any. */
  heard: PaymentStatus | undefined;
  /** Starts polling again. */
  retry: () => void;
}

const OUTSIDE = {
  verify,
  wait,
  affiliate: affiliateReference,
  purchaseEvent: purchaseEventId,
  onProblem: () => void reportOnce('conversion'),
};

/** Polls this page's payment until it is settled, or for `questions` calls at most. */
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
