import { createStore, type StoreApi } from 'zustand/vanilla';
import type { Answer } from '../../api/call';
import type { ChangeEmailRequest, ChangeEmailResponse } from '../../rules/wire';

/** What the form reaches for; tests pass fakes. */
export interface CorrectingOutside {
  /** The problem code of a typed address that is to replace the other, or nothing. */
  check: (current: string, typed: string) => Promise<string | undefined>;
  send: (body: ChangeEmailRequest) => Promise<Answer<ChangeEmailResponse>>;
  /** The payment of this page, which names the order. */
  payment: () => string | undefined;
}

/** The form behind "Wrong address?". */
export interface Correcting {
  /** The address of the order, as the server has it. */
  email: string;
  /** Whether the server would take another correction. */
  open: boolean;
  busy: boolean;
  /** Whether an address was corrected here. */
  done: boolean;
  /** Problem code of the last look or call. */
  problem: string | undefined;
  /** Typing takes the error away. */
  typed: () => void;
  /** Looks at what was typed, once the field is left. An empty field is no mistake yet. */
  left: (text: string) => Promise<void>;
  submit: (text: string) => Promise<void>;
}

/** Problems of what was typed: they belong to the field, every other one to the form. */
const OF_FIELD = new Set(['email_required', 'email_invalid', 'email_unchanged', 'trial_used']);

/** Whether a problem is one of what was typed. */
export function isOfField(problem: string | undefined): boolean {
  return problem !== undefined && OF_FIELD.has(problem);
}

/** The store behind the form; `email` is the address that the order has. */
export function createCorrecting(email: string, outside: CorrectingOutside): StoreApi<Correcting> {
  return createStore<Correcting>()((set, get) => ({
    email,
    open: true,
    busy: false,
    done: false,
    problem: undefined,
    typed: () => set({ problem: undefined }),
    left: async (text) => {
      if (get().busy || text.trim() === '') return;
      const problem = await outside.check(get().email, text);
      if (problem && !get().busy) set({ problem });
    },
    submit: async (text) => {
      if (get().busy) return;
      set({ busy: true, problem: undefined });
      const refused = await outside.check(get().email, text);
      if (refused) return set({ busy: false, problem: refused });
      const answer = await outside.send({ session_id: outside.payment() ?? '', email: text.trim() });
      if (answer.kind === 'ok') {
        const { email: corrected, email_correctable_until: until } = answer.value;
        return set({ busy: false, done: true, email: corrected, open: until !== undefined });
      }
      const problem = answer.kind === 'problem' ? answer.problem.code : 'something_wrong';
      set({ busy: false, problem });
    },
  }));
}
