import { createStore, type StoreApi } from 'zustand/vanilla';
import type { Answer } from '../../api/call';
import type { OnboardingAnswers, OnboardingStep } from '../../rules/client';
import type { OnboardingPage, OnboardingResponse } from '../../rules/wire';

/** The steps in order; the dashboard follows them. */
export const STEPS = ['device', 'reasons', 'email'] as const satisfies readonly OnboardingStep[];

/** The visitor's place in the wizard, stored in the history for Back and reload. */
export interface Place {
  step: OnboardingStep | 'dashboard';
  answers: OnboardingAnswers;
  /** On the dashboard: the address of the plans. */
  next?: string;
}

/** The wizard. */
export interface Wizard extends Place {
  /** Problem code of this step. */
  problem: string | undefined;
  busy: boolean;
  /** Whether the visitor has only just joined: only then does the page move on by itself. */
  fresh: boolean;
  answer: (changes: Partial<OnboardingAnswers>) => void;
  /** Advances from the current step if its answer is acceptable. */
  advance: () => Promise<void>;
  /** Returns to the previous step. */
  back: () => void;
  /** Restores a place when the browser moves to another history entry. */
  restore: (place: Place) => void;
}

/** The wizard's dependencies; tests pass fakes. */
export interface WizardOutside {
  check: (step: OnboardingStep, answers: OnboardingAnswers) => Promise<string | undefined>;
  join: (answers: OnboardingAnswers) => Promise<Answer<OnboardingResponse>>;
  /** A path of this site, whatever the answer contains. */
  ownPath: (next: string) => string;
  keep: (place: Place) => void;
  add: (place: Place) => void;
}

/** The place at which the page was rendered. */
export function firstPlace({ start }: OnboardingPage): Place {
  const { selected_device = '', selected_reasons = [], streaming_service = '', email = '' } = start.answers;
  return {
    step: start.step,
    answers: { device: selected_device, reasons: selected_reasons, service: streaming_service, email },
    ...(start.next === undefined ? {} : { next: start.next }),
  };
}

/** Whether a value from the history is a place. */
export function isPlace(value: unknown): value is Place {
  return typeof value === 'object' && value !== null && 'step' in value && 'answers' in value;
}

/** The store behind one wizard. */
export function createWizard(content: OnboardingPage, outside: WizardOutside): StoreApi<Wizard> {
  return createStore<Wizard>()((set, get) => {
    const place = ({ step, answers, next }: Place): Place => ({
      step,
      answers,
      ...(next === undefined ? {} : { next }),
    });

    const go = (step: Place['step'], reach: (place: Place) => void) => {
      set({ step, problem: undefined, busy: false });
      reach(place(get()));
    };

    async function join(): Promise<void> {
      const answer = await outside.join(get().answers);
      if (answer.kind === 'dropped') return;
      if (answer.kind === 'problem') {
        // Without a body the server has not answered at all.
        return set({ problem: answer.problem.body ? answer.problem.code : 'process_failed', busy: false });
      }
      if (answer.value.status !== 'ok') return set({ problem: 'unexpected_response', busy: false });
      set({ next: outside.ownPath(answer.value.next), fresh: true });
      // Replaces the form's entry, so that Back does not lead to submitting it again.
      go('dashboard', outside.keep);
    }

    return {
      ...firstPlace(content),
      problem: content.start.problem,
      busy: false,
      fresh: content.start.step === 'dashboard',
      answer: (changes) => {
        if (get().busy) return;
        set({ answers: { ...get().answers, ...changes }, problem: undefined });
        outside.keep(place(get()));
      },
      advance: async () => {
        const { step, answers, busy } = get();
        if (busy || step === 'dashboard') return;
        set({ busy: true, problem: undefined });
        const problem = await outside.check(step, answers);
        if (problem) return set({ problem, busy: false });
        const following = STEPS[STEPS.indexOf(step) + 1];
        if (following) go(following, outside.add);
        else await join();
      },
      back: () => {
        const before = STEPS[STEPS.indexOf(get().step as OnboardingStep) - 1];
        if (before && !get().busy) go(before, outside.add);
      },
      restore: (kept) => set({ ...kept, problem: undefined, busy: false, fresh: false }),
    };
  });
}
