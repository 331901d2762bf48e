import { createStore, type StoreApi } from 'zustand/vanilla';
import type { Answer, Problem } from '../../api/call';
import type { PaymentStatus, VerifyRequest, VerifyResponse } from '../../rules/wire';

/** Seconds between two questions in the end. */
const LAST_PAUSE = 21;
/** Seconds between two questions; the last one repeats. A webhook is seldom later than the second. */
const BACK_OFF_SECONDS = [1, 2, 3, 5, 8, 13, LAST_PAUSE];
/** Questions enough for a payment made a moment before the buyer came back, or meanwhile elsewhere: about a minute. */
export const A_MINUTE_OF_QUESTIONS = 8;
/** From this question on the page says that it takes longer than usual. */
const SLOW_FROM = 5;

/** The known state of a payment. The page claims nothing before the server has confirmed it. */
export type Settling =
  | { phase: 'processing'; slow: boolean }
  | { phase: 'paid'; receipt: VerifyResponse }
  | { phase: 'failed'; sessionId: string; known: VerifyResponse }
  | { phase: 'refunded'; returned: VerifyResponse }
  | { phase: 'held'; order: string | undefined }
  | { phase: 'error'; problem: Problem };

/** The status call's dependencies; tests pass fakes. */
export interface SettlingOutside {
  verify: (body: VerifyRequest, signal: AbortSignal) => Promise<Answer<VerifyResponse>>;
  wait: (milliseconds: number, signal: AbortSignal) => Promise<void>;
  affiliate: () => string | undefined;
  /** The id under which the purchase is reported, if the visitor agreed to events. */
  purchaseEvent?: () => string | undefined;
  /** Called when the status call was refused or not answered. */
  onProblem?: () => void;
  /** The most status calls; without it, until the payment is settled. */
  questions?: number;
  /** Problem code for a page whose address names no payment. */
  missing?: string;
}

/** Polls until the payment's outcome is known. */
export interface SettlingStore {
  settling: Settling;
  /** The last payment status from the server; it survives a failed call. */
  heard?: PaymentStatus;
  ask: (sessionId: string | undefined, signal: AbortSignal) => Promise<void>;
}

/** The store behind a page that shows a payment's outcome. */
export function createSettling(outside: SettlingOutside): StoreApi<SettlingStore> {
  return createStore<SettlingStore>()((set) => ({
    settling: { phase: 'processing', slow: false },
    ask: async (sessionId, signal) => {
      if (!sessionId) {
        const code = outside.missing ?? 'no_session';
        return set({ settling: { phase: 'error', problem: { code, unsettled: false } } });
      }
      const im_ref = outside.affiliate();
      const purchase_event_id = outside.purchaseEvent?.();
      const body: VerifyRequest = {
        session_id: sessionId,
        ...(im_ref ? { im_ref } : {}),
        ...(purchase_event_id ? { fb_params: { purchase_event_id } } : {}),
      };
      for (let asked = 0; asked < (outside.questions ?? Infinity) && !signal.aborted; asked += 1) {
        set({ settling: { phase: 'processing', slow: asked >= SLOW_FROM } });
        const answer = await outside.verify(body, signal);
        if (answer.kind === 'dropped' || signal.aborted) return;
        if (answer.kind === 'problem') {
          outside.onProblem?.();
          return set({ settling: { phase: 'error', problem: answer.problem } });
        }
        const { status, payment_status, held, orderId } = answer.value;
        set({ heard: payment_status });
        // An operator reviews it, which polling cannot speed up.
        if (held) return set({ settling: { phase: 'held', order: orderId } });
        if (payment_status === 'failed') return set({ settling: { phase: 'failed', sessionId, known: answer.value } });
        if (payment_status === 'refunded') return set({ settling: { phase: 'refunded', returned: answer.value } });
        if (status === 'ok') return set({ settling: { phase: 'paid', receipt: answer.value } });
        await outside.wait(1000 * (BACK_OFF_SECONDS[asked] ?? LAST_PAUSE), signal);
      }
    },
  }));
}
