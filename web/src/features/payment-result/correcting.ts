import { createStore, type StoreApi } from 'zustand/vanilla';
import type { Answer } from '../../api/call';
import type { ChangeEmailRequest, ChangeEmailResponse } from '../../rules/wire';

/** The form's dependencies; tests pass fakes. */
export interface CorrectingOutside {
  /** The problem code of a typed replacement address, or undefined. */
  check: (current: string, typed: string) => Promise<string | undefined>;
  send: (body: ChangeEmailRequest) => Promise<Answer<ChangeEmailResponse>>;
  /** This page's payment, which names the order. */
  payment: () => string | undefined;
}

/** The form behind "Wrong address?". */
export interface Correcting {
  /** The order's address on the server. */
  email: string;
  /** Whether the server accepts another correction. */
  open: boolean;
  busy: boolean;
  /** Whether the address was corrected here. */
  done: boolean;
  /** Problem code of the last check or call. */
  problem: string | undefined;
  /** Clears the error when the buyer types. */
  typed: () => void;
  /** Checks the typed address when the field loses focus. An empty field is not an error yet. */
  left: (text: string) => Promise<void>;
  submit: (text: string) => Promise<void>;
}

/** Problems of the typed address: they are shown at the field, all others at the form. */
const OF_FIELD = new Set(['email_required', 'email_invalid', 'email_unchanged', 'trial_used']);

/** Whether a problem concerns the typed address. */
export function isOfField(problem: string | undefined): boolean {
  return problem !== undefined && OF_FIELD.has(problem);
}

/** The store behind the form; `email` is the order's address. */
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
