import { useEffect, useState } from 'react';
import { generateEsim } from '../../api/esim';
import { takePaymentKey } from '../../browser/address';
import { wait } from '../../browser/wait';
import type { EsimInstallation } from '../../rules/wire';

/** Seconds between two calls in the end. */
const LAST_PAUSE = 8;
/** Seconds between two calls; the server holds each for a moment. The last one repeats. */
const BACK_OFF_SECONDS = [1, 2, 3, 5, LAST_PAUSE];
/** From this question on the page says that it takes longer than usual. */
const SLOW_FROM = 3;

/** The progress of a paid order's eSIM. The payment remains a success, whatever happens to the eSIM. */
export type Delivered =
  | { phase: 'making'; slow: boolean }
  | { phase: 'made'; installation: EsimInstallation }
  | { phase: 'problem'; code: string };

/** Polls for an order's eSIM until it is made. The eSIM is made without polling, too. */
export function useEsim(order: string): Delivered {
  const [delivered, setDelivered] = useState<Delivered>({ phase: 'making', slow: false });

  useEffect(() => {
    const leaving = new AbortController();
    const { signal } = leaving;
    const ask = async () => {
      const hash = takePaymentKey('hash');
      const body = { structure_data: order, ...(hash ? { hash } : {}) };
      for (let asked = 0; !signal.aborted; asked += 1) {
        const answer = await generateEsim(body, signal);
        if (signal.aborted || answer.kind === 'dropped') return;
        const next = stepOf(answer, asked + 1 >= SLOW_FROM);
        setDelivered(next);
        if (next.phase !== 'making') return;
        await wait(1000 * (BACK_OFF_SECONDS[asked] ?? LAST_PAUSE), signal);
      }
    };
    void ask();
    return () => leaving.abort();
  }, [order]);

  return delivered;
}

/** The next state for an answer. A lost answer is retried, because the eSIM is made anyway. */
export function stepOf(
  answer: Exclude<Awaited<ReturnType<typeof generateEsim>>, { kind: 'dropped' }>,
  slow: boolean,
): Delivered {
  if (answer.kind === 'problem') {
    return answer.problem.unsettled ? { phase: 'making', slow: true } : { phase: 'problem', code: 'esim_data_failed' };
  }
  const { status, installation } = answer.value;
  if (status === 'pending') return { phase: 'making', slow };
  if (status === 'ok' && installation) return { phase: 'made', installation };
  return { phase: 'problem', code: status === 'ok' ? 'activation_link_missing' : 'esim_generation_failed' };
}
