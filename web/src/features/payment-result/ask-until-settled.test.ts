import { describe, expect, it, vi } from 'vitest';
import type { Answer } from '../../api/call';
import type { VerifyResponse } from '../../rules/wire';
import { createSettling, type SettlingOutside } from './ask-until-settled';

const PAID: VerifyResponse = { status: 'ok', payment_status: 'paid', orderId: 'A-1' };
const PENDING: VerifyResponse = { status: 'pending', payment_status: 'pending' };
/** Paid, but not delivered yet. */
const UNDELIVERED: VerifyResponse = { status: 'pending', payment_status: 'paid' };
/** A payment that does not match its order. */
const HELD: VerifyResponse = { status: 'pending', payment_status: 'pending', held: true, orderId: 'A-1' };
const FAILED: VerifyResponse = { status: 'error', payment_status: 'failed' };
const REFUNDED: VerifyResponse = { status: 'error', payment_status: 'refunded', orderId: 'A-1' };

function setUp(...answers: (VerifyResponse | Answer<VerifyResponse>)[]) {
  return limited(undefined, ...answers);
}

function limited(questions: number | undefined, ...answers: (VerifyResponse | Answer<VerifyResponse>)[]) {
  const waits: number[] = [];
  const verify = vi.fn<SettlingOutside['verify']>(() => {
    const next = answers.length > 1 ? answers.shift() : answers[0];
    return Promise.resolve(next && 'kind' in next ? next : { kind: 'ok', value: next ?? PENDING });
  });
  const store = createSettling({
    verify,
    wait: (milliseconds) => {
      waits.push(milliseconds / 1000);
      return Promise.resolve();
    },
    affiliate: () => 'ref-1',
    ...(questions ? { questions } : {}),
  });
  const seen: string[] = [];
  store.subscribe(({ settling }) => seen.push(settling.phase));
  return { store, verify, waits, seen };
}

describe('a payment being settled', () => {
  it('is paid only once the server says so', async () => {
    const { store, verify, waits, seen } = setUp(PENDING, UNDELIVERED, PAID);
    await store.getState().ask('cs_1', new AbortController().signal);
    expect(new Set(seen)).toEqual(new Set(['processing', 'paid']));
    expect(seen.at(-1)).toBe('paid');
    expect(seen.filter((phase) => phase === 'paid')).toHaveLength(1);
    expect(waits).toEqual([1, 2]);
    expect(verify.mock.calls[0]?.[0]).toEqual({ session_id: 'cs_1', im_ref: 'ref-1' });
    expect(store.getState().settling).toEqual({ phase: 'paid', receipt: PAID });
  });

  it('names the purchase where the visitor agreed, and says when the question was not answered', async () => {
    const problem = { code: 'something_wrong', unsettled: true };
    const verify = vi.fn<SettlingOutside['verify']>(() => Promise.resolve({ kind: 'problem', problem }));
    const onProblem = vi.fn();
    const wait = () => Promise.resolve();
    const store = createSettling({ verify, wait, affiliate: () => undefined, purchaseEvent: () => 'p-1', onProblem });
    await store.getState().ask('cs_1', new AbortController().signal);
    expect(verify.mock.calls[0]?.[0]).toEqual({ session_id: 'cs_1', fb_params: { purchase_event_id: 'p-1' } });
    expect(onProblem).toHaveBeenCalledTimes(1);
  });

  it('goes on to the failed page with its id', async () => {
    const { store } = setUp(FAILED);
    await store.getState().ask('cs_1', new AbortController().signal);
    expect(store.getState().settling).toEqual({ phase: 'failed', sessionId: 'cs_1', known: FAILED });
  });

  it('is neither paid nor failed when the money went back', async () => {
    const { store, verify, seen } = setUp(PENDING, UNDELIVERED, REFUNDED);
    await store.getState().ask('cs_1', new AbortController().signal);
    expect(new Set(seen)).toEqual(new Set(['processing', 'refunded']));
    expect(store.getState()).toMatchObject({
      heard: 'refunded',
      settling: { phase: 'refunded', returned: { orderId: 'A-1' } },
    });
    expect(verify).toHaveBeenCalledTimes(3);
  });

  it('stops asking about an order that is held', async () => {
    const { store, verify, waits, seen } = setUp(PENDING, HELD, PAID);
    await store.getState().ask('cs_1', new AbortController().signal);
    expect(store.getState()).toMatchObject({ heard: 'pending', settling: { phase: 'held', order: 'A-1' } });
    expect(new Set(seen)).toEqual(new Set(['processing', 'held']));
    expect([verify.mock.calls.length, waits]).toEqual([2, [1]]);
  });

  it('asks ever more seldom while pending, says so, and never calls it failed', async () => {
    const leaving = new AbortController();
    const { store, waits, seen } = setUp(PENDING);
    const slow: boolean[] = [];
    store.subscribe(({ settling }) => {
      if (settling.phase === 'processing') slow.push(settling.slow);
      if (waits.length === 8) leaving.abort();
    });
    await store.getState().ask('cs_1', leaving.signal);
    expect(waits.slice(0, 8)).toEqual([1, 2, 3, 5, 8, 13, 21, 21]);
    expect(slow[0]).toBe(false);
    expect(slow.at(-1)).toBe(true);
    expect(new Set(seen)).toEqual(new Set(['processing']));
  });

  it('tells an unanswered question apart from a failed payment', async () => {
    const { store } = setUp({ kind: 'problem', problem: { code: 'internal', unsettled: true } });
    await store.getState().ask('cs_1', new AbortController().signal);
    expect(store.getState().settling).toMatchObject({ phase: 'error', problem: { code: 'internal' } });
  });

  it('asks no more often than wanted', async () => {
    const { store, verify } = limited(3, PENDING);
    await store.getState().ask('cs_1', new AbortController().signal);
    expect(verify).toHaveBeenCalledTimes(3);
    expect(store.getState().heard).toBe('pending');
  });

  it('remembers the last word when a later question is not answered', async () => {
    const { store } = setUp(PENDING, { kind: 'problem', problem: { code: 'internal', unsettled: true } });
    expect(store.getState().heard).toBeUndefined();
    await store.getState().ask('cs_1', new AbortController().signal);
    expect(store.getState()).toMatchObject({ heard: 'pending', settling: { phase: 'error' } });
  });

  it('asks nothing without an id', async () => {
    const { store, verify } = setUp(PAID);
    await store.getState().ask(undefined, new AbortController().signal);
    expect(verify).not.toHaveBeenCalled();
    expect(store.getState().settling.phase).toBe('error');
  });
});
