import { useCallback, useEffect, useState } from 'react';
import { useStore } from 'zustand';
import { verify } from '../../api/subscription';
import { takeSessionId } from '../../browser/address';
import { stored } from '../../browser/storage';
import { wait } from '../../browser/wait';
import { createSettling, type Settling } from './settling';

/** Watches the payment of this page until it is settled; `retry` asks from the start. */
export function useSettling(): { settling: Settling; retry: () => void } {
  const [round, setRound] = useState(0);
  const [store] = useState(() => createSettling({ verify, wait, affiliate: () => stored('im_ref') }));
  const settling = useStore(store, (state) => state.settling);

  useEffect(() => {
    const leaving = new AbortController();
    void store.getState().ask(takeSessionId(), leaving.signal);
    return () => leaving.abort(round);
  }, [store, round]);

  return { settling, retry: useCallback(() => setRound((before) => before + 1), []) };
}
