import { createStore, type StoreApi } from 'zustand/vanilla';
import type { Answer } from '../../api/call';
import { CODE_LENGTH } from '../../browser/code-length';
import type { CheckCodeRequest, Language, SendCodeRequest, SignInResponse } from '../../rules/wire';
import type { ToastKind } from '../../state/toasts';

/** Seconds until another code may be requested. */
export const RESEND_SECONDS = 30;

/** How long the success message is shown before the panel opens. */
const WELCOME_MS = 700;

/** The form's dependencies; tests pass fakes. */
export interface SignInOutside {
  language: Language;
  /** The problem code of an address in this form's words, or undefined. */
  checkEmail: (email: string) => Promise<string | undefined>;
  sendCode: (body: SendCodeRequest) => Promise<Answer<SignInResponse>>;
  checkCode: (body: CheckCodeRequest) => Promise<Answer<SignInResponse>>;
  /** Shows a message by its key in the catalog. */
  toast: (kind: ToastKind, key: string) => void;
  wait: (milliseconds: number) => Promise<void>;
  /** Opens the page that the server named, once the session has begun. */
  enter: (address: string) => void;
}

/** The state of the form. */
export interface SignIn {
  step: 'email' | 'code';
  email: string;
  code: string;
  busy: boolean;
  /** Problem code at the field of the step. */
  problem: string | undefined;
  /** Seconds until "Resend OTP" works again. */
  resendIn: number;
  /** Clears the error when the visitor types. */
  typed: () => void;
  submitEmail: (email: string) => Promise<void>;
  /** Sends a complete code at once. */
  fillCode: (code: string) => Promise<void>;
  resend: () => Promise<void>;
  /** Counts down the waiting time by one second. */
  tick: () => void;
  otherEmail: () => void;
}

/** The server's code for a refusal. */
const toldBy = (answer: Answer<unknown>) => (answer.kind === 'problem' ? answer.problem.body?.code : undefined);

/**
 * Why a code was not checked. A rate limit is named: it lasts for minutes, so another code would not be checked either.
 */
const notChecked = (answer: Answer<unknown>) =>
  toldBy(answer) === 'rate_limited' ? 'rate_limited' : 'otp_verify_failed';

/** The store behind the form. */
export function createSignIn(outside: SignInOutside): StoreApi<SignIn> {
  return createStore<SignIn>()((set, get) => {
    const { language } = outside;

    /**
     * Returns a refusal's problem code, and shows the toast: `failed` when the server refused, another when it did not
     * answer.
     */
    async function send(email: string, failed: string): Promise<string | undefined> {
      const answer = await outside.sendCode({ email, language });
      if (answer.kind === 'ok' && answer.value.success) return undefined;
      if (answer.kind === 'ok') {
        outside.toast('error', failed);
        return answer.value.code ?? 'otp_request_failed';
      }
      const told = toldBy(answer);
      outside.toast('error', told ? failed : 'problem.sign_in_failed');
      return told === 'rate_limited' ? told : 'otp_request_failed';
    }

    return {
      step: 'email',
      email: '',
      code: '',
      busy: false,
      problem: undefined,
      resendIn: 0,
      typed: () => set({ problem: undefined }),
      submitEmail: async (typed) => {
        if (get().busy) return;
        const email = typed.trim();
        set({ busy: true, problem: undefined, email });
        const refused = await outside.checkEmail(email);
        if (refused) return set({ busy: false, problem: refused });
        const problem = await send(email, 'problem.otp_send_failed');
        if (problem) return set({ busy: false, problem });
        outside.toast('success', 'message.otp_sent');
        set({ busy: false, step: 'code', code: '', resendIn: RESEND_SECONDS });
      },
      fillCode: async (code) => {
        if (get().busy) return;
        set({ code, problem: undefined });
        if (code.length < CODE_LENGTH) return;
        set({ busy: true });
        const answer = await outside.checkCode({ email: get().email, otp: code, language });
        if (answer.kind !== 'ok') return set({ busy: false, code: '', problem: notChecked(answer) });
        const { success, redirect_url } = answer.value;
        if (!success || !redirect_url) return set({ busy: false, code: '', problem: 'otp_invalid' });
        outside.toast('success', 'message.signed_in');
        await outside.wait(WELCOME_MS);
        outside.enter(redirect_url);
      },
      resend: async () => {
        if (get().busy || get().resendIn > 0) return;
        set({ busy: true, problem: undefined, code: '' });
        const problem = await send(get().email, 'problem.otp_resend_failed');
        // A rate limit lasts for minutes, so the problem stays visible.
        set({ busy: false, problem: problem === 'rate_limited' ? problem : undefined, resendIn: RESEND_SECONDS });
        if (!problem) outside.toast('success', 'message.otp_resent');
      },
      tick: () => set({ resendIn: Math.max(0, get().resendIn - 1) }),
      otherEmail: () => set({ step: 'email', code: '', problem: undefined }),
    };
  });
}
