import { describe, expect, it } from 'vitest';
import type { Answer } from '../../api/call';
import type { SignInResponse } from '../../rules/wire';
import { createSignIn, RESEND_SECONDS } from './signing-in';

const ok = (value: SignInResponse): Answer<SignInResponse> => ({ kind: 'ok', value });
const noAnswer: Answer<SignInResponse> = { kind: 'problem', problem: { code: 'something_wrong', unsettled: true } };
const limited: Answer<SignInResponse> = {
  kind: 'problem',
  problem: {
    code: 'rate_limited',
    unsettled: true,
    body: { status: 'error', code: 'rate_limited', message: '', request_id: 'req' },
  },
};

function form(answers: Answer<SignInResponse>[]) {
  const heard: string[] = [];
  const next = () => Promise.resolve(answers.shift() ?? noAnswer);
  const store = createSignIn({
    language: 'en',
    checkEmail: (email) => Promise.resolve(email.includes('@') ? undefined : `refused ${email}`),
    sendCode: ({ email }) => {
      heard.push(`send ${email}`);
      return next();
    },
    checkCode: ({ otp }) => {
      heard.push(`check ${otp}`);
      return next();
    },
    toast: (kind, key) => heard.push(`${kind} ${key}`),
    wait: () => Promise.resolve(),
    enter: (address) => heard.push(`enter ${address}`),
  });
  return { heard, get: store.getState };
}

describe('signing in', () => {
  it('goes from the address to the code and in, and sends a code as soon as it is whole', async () => {
    const { heard, get } = form([ok({ success: true }), ok({ success: true, redirect_url: '/panel' })]);
    await get().submitEmail(' amal@example.com ');
    expect(get()).toMatchObject({ step: 'code', resendIn: RESEND_SECONDS });
    await get().fillCode('123');
    await get().fillCode('1234');
    expect(heard).toEqual([
      'send amal@example.com',
      'success message.otp_sent',
      'check 1234',
      'success message.signed_in',
      'enter /panel',
    ]);
  });

  it('refuses an address with the word of the rule', async () => {
    const { heard, get } = form([ok({ success: false, code: 'email_not_found' }), noAnswer]);
    await get().submitEmail('');
    expect(get().problem).toBe('refused ');
    await get().submitEmail('amal');
    expect(get().problem).toBe('refused amal');
    await get().submitEmail('a@example.com');
    expect(get()).toMatchObject({ step: 'email', problem: 'email_not_found' });
    await get().submitEmail('a@example.com');
    expect(get().problem).toBe('otp_request_failed');
    expect(heard.filter((line) => line.startsWith('error'))).toEqual([
      'error problem.otp_send_failed',
      'error problem.sign_in_failed',
    ]);
  });

  it('clears a wrong code, tells a missing answer apart, and resends only after the wait', async () => {
    const wrong = ok({ success: false, code: 'otp_invalid' });
    const { heard, get } = form([ok({ success: true }), wrong, noAnswer, limited, ok({ success: true }), wrong]);
    await get().submitEmail('a@example.com');
    await get().fillCode('0000');
    expect(get()).toMatchObject({ code: '', problem: 'otp_invalid', busy: false });
    await get().fillCode('0001');
    expect(get()).toMatchObject({ code: '', problem: 'otp_verify_failed' });
    await get().fillCode('0002');
    expect(get()).toMatchObject({ code: '', problem: 'rate_limited' });
    await get().resend();
    expect(heard.filter((line) => line.startsWith('send'))).toHaveLength(1);
    for (let second = 0; second < RESEND_SECONDS; second += 1) get().tick();
    await get().resend();
    expect(heard.at(-1)).toBe('success message.otp_resent');
    for (let second = 0; second < RESEND_SECONDS; second += 1) get().tick();
    await get().resend();
    expect(heard.at(-1)).toBe('error problem.otp_resend_failed');
    get().otherEmail();
    expect(get()).toMatchObject({ step: 'email', email: 'a@example.com', problem: undefined });
  });
});
