import { useCallback, useEffect, useState } from 'react';
import { useStore } from 'zustand';
import type { Answer } from '../../api/call';
import { checkEsimStatus, type EsimProvider, METHODS } from '../../api/esim';
import { takePaymentKey } from '../../browser/address';
import { wait } from '../../browser/wait';
import type { EsimStatusResponse, PaymentStatus, VerifyResponse } from '../../rules/wire';
import { createSettling, type Settling } from './ask-until-settled';

/**
 * The status call's answer in the form of `verify`. The product's parts form its name; an amount counts once it was
 * paid.
 */
export function asVerified(known: EsimStatusResponse): VerifyResponse {
  const name = [known.country, known.data_text, known.validity_text].filter(Boolean).join(', ');
  return {
    status: known.status,
    payment_status: known.payment_status,
    ...(known.held ? { held: true } : {}),
    email: known.email,
    itemName: name,
    ...(known.order_number ? { orderId: known.order_number } : {}),
    ...(known.amount_text ? { amount: known.amount_paid, amount_text: known.amount_text } : {}),
  };
}

const PROVIDERS = ['stripe', 'mollie'] as const satisfies readonly EsimProvider[];

/**
 * The providers to call, in order: the address names the provider, but a reload or another language's page may have
 * lost it.
 */
export function providersOf(method: string | null): readonly EsimProvider[] {
  const named = PROVIDERS.filter((provider) => METHODS[provider] === method);
  return named.length > 0 ? named : PROVIDERS;
}

async function statusOf(
  providers: readonly EsimProvider[],
  hash: string,
  signal: AbortSignal,
  learn: (known: EsimStatusResponse) => void,
): Promise<Answer<VerifyResponse>> {
  let last: Answer<VerifyResponse> = { kind: 'dropped' };
  for (const provider of providers) {
    const answer = await checkEsimStatus(provider, hash, signal);
    if (answer.kind === 'ok') {
      learn(answer.value);
      return { kind: 'ok', value: asVerified(answer.value) };
    }
    last = answer;
    if (answer.kind === 'dropped' || answer.problem.unsettled) break;
  }
  return last;
}

/** A page's view of a data payment. */
interface Watched {
  settling: Settling;
  /** The last payment status from the server, if any. */
  heard: PaymentStatus | undefined;
  /** The server's last full answer. */
  known: EsimStatusResponse | undefined;
  /** Starts polling again. */
  retry: () => void;
}

/** Polls the payment that the query `hash` names until it is settled, or for `questions` calls at most. */
export function useEsimSettling(questions = Number.POSITIVE_INFINITY): Watched {
  const [round, setRound] = useState(0);
  const [asked] = useState<{ providers: readonly EsimProvider[] }>({ providers: providersOf(null) });
  const [known, setKnown] = useState<EsimStatusResponse>();
  const [store] = useState(() =>
    createSettling({
      verify: ({ session_id }, signal) => statusOf(asked.providers, session_id ?? '', signal, setKnown),
      wait,
      affiliate: () => undefined,
      missing: 'order_missing',
      questions,
    }),
  );
  const settling = useStore(store, (state) => state.settling);
  const heard = useStore(store, (state) => state.heard);

  useEffect(() => {
    const leaving = new AbortController();
    const method = new URLSearchParams(window.location.search).get('payment_method');
    // The key leaves the address together with the whole query, so a second round finds no method and keeps the first
    // one's.
    if (method) asked.providers = providersOf(method);
    void store.getState().ask(takePaymentKey('hash'), leaving.signal);
    return () => leaving.abort(round);
  }, [store, asked, round]);

  return { settling, heard, known, retry: useCallback(() => setRound((before) => before + 1), []) };
}
