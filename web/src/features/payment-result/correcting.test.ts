import { describe, expect, it, vi } from 'vitest';
import type { Answer } from '../../api/call';
import type { ChangeEmailResponse } from '../../rules/wire';
import { type CorrectingOutside, createCorrecting, isOfField } from './correcting';

const CORRECTED: ChangeEmailResponse = {
  status: 'ok',
  email: 'amal@example.com',
  email_correctable_until: '2026-11-20T13:00:00Z',
};

function refusal(code: string): Answer<ChangeEmailResponse> {
  return { kind: 'problem', problem: { code, unsettled: false } };
}

function setUp(answer: Answer<ChangeEmailResponse>, problem?: string) {
  const send = vi.fn<CorrectingOutside['send']>(() => Promise.resolve(answer));
  const check = vi.fn<CorrectingOutside['check']>(() => Promise.resolve(problem));
  return { send, check, store: createCorrecting('amal@exmaple.com', { check, send, payment: () => 'cs_1' }) };
}

describe('a corrected address', () => {
  it('is sent with the payment of the page, and is then the address of the order', async () => {
    const { store, send, check } = setUp({ kind: 'ok', value: CORRECTED });
    await store.getState().submit(' amal@example.com ');
    expect(check).toHaveBeenCalledWith('amal@exmaple.com', ' amal@example.com ');
    expect(send).toHaveBeenCalledExactlyOnceWith({ session_id: 'cs_1', email: 'amal@example.com' });
    expect(store.getState()).toMatchObject({ email: 'amal@example.com', done: true, open: true, busy: false });
  });

  it('is the last one where the server takes no more', async () => {
    const { email_correctable_until: _, ...last } = CORRECTED;
    const { store } = setUp({ kind: 'ok', value: last });
    await store.getState().submit('amal@example.com');
    expect(store.getState()).toMatchObject({ done: true, open: false });
  });

  it('that the rule refuses asks no server', async () => {
    const { store, send } = setUp({ kind: 'ok', value: CORRECTED }, 'email_unchanged');
    await store.getState().submit('AMAL@exmaple.com');
    expect(send).not.toHaveBeenCalled();
    expect(store.getState()).toMatchObject({ problem: 'email_unchanged', done: false, email: 'amal@exmaple.com' });
    store.getState().typed();
    expect(store.getState().problem).toBeUndefined();
  });

  it.each(['email_correction_over', 'rate_limited', 'trial_used', 'not_found', 'something_wrong'])(
    'that the server refuses with %s stays as it was and can be sent again',
    async (code) => {
      const { store, send } = setUp(refusal(code));
      await store.getState().submit('amal@example.com');
      expect(store.getState()).toMatchObject({ problem: code, done: false, busy: false, email: 'amal@exmaple.com' });
      expect(isOfField(code)).toBe(code === 'trial_used');
      await store.getState().submit('amal@example.com');
      expect(send).toHaveBeenCalledTimes(2);
    },
  );

  it('is looked at when the field is left, unless nothing was typed', async () => {
    const { store, check } = setUp({ kind: 'ok', value: CORRECTED }, 'email_invalid');
    await store.getState().left('  ');
    expect(check).not.toHaveBeenCalled();
    await store.getState().left('amal@');
    expect(store.getState().problem).toBe('email_invalid');
  });

  it('is sent once by two clicks', async () => {
    const { store, send } = setUp({ kind: 'ok', value: CORRECTED });
    await Promise.all([store.getState().submit('amal@example.com'), store.getState().submit('amal@example.com')]);
    expect(send).toHaveBeenCalledTimes(1);
  });
});
