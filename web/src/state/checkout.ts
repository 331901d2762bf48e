import { createStore, type StoreApi } from 'zustand/vanilla';
import type { Answer, Problem } from '../api/call';
import type { CheckoutLinkRequest, CheckoutLinkResponse, PlanPrice } from '../rules/wire';
import { createAttempt } from './attempt';

/** The state of the form. */
export type Stage =
  | { phase: 'idle' }
  | { phase: 'refused'; problem: Problem }
  | { phase: 'submitting' }
  | { phase: 'repriced'; email: string; before: PlanPrice; now: PlanPrice }
  | { phase: 'leaving' };

/** The buyer's choice and its outcome. */
export interface Checkout {
  /** `product_id` of the chosen plan. */
  plan: string | undefined;
  /** ISO 4217 code of the currency every price is shown in. */
  currency: string;
  /** Problem code of the e-mail field. */
  emailProblem: string | undefined;
  /** Prices that the server has corrected since the page was rendered. */
  corrected: readonly PlanPrice[];
  stage: Stage;
  /** Whether the box beside the trial's terms is ticked. */
  acknowledged: boolean;
  acknowledge: (ticked: boolean) => void;
  choosePlan: (plan: string) => void;
  chooseCurrency: (currency: string) => void;
  /** Clears the error when the buyer types (specification, section 5). */
  typed: () => void;
  submit: (email: string) => Promise<void>;
  /** Buys at the corrected price. */
  accept: () => Promise<void>;
  /** Keeps the corrected price on the page without buying. */
  decline: () => void;
  /** The page's code has ended: the normal prices apply, and the code is no longer sent. */
  endCode: (normal: readonly PlanPrice[]) => void;
  /** Whether the page's code ended while the page was open. */
  codeEnded: boolean;
  /** The Back button has restored the page: the form is usable again. */
  returned: () => void;
}

/** The form's dependencies; tests pass fakes. */
export interface CheckoutOutside {
  prices: readonly PlanPrice[];
  hosts: readonly string[];
  checkEmail: (email: string) => Promise<string | undefined>;
  getCheckoutLink: (body: CheckoutLinkRequest, key: string) => Promise<Answer<CheckoutLinkResponse>>;
  /** The request's other fields: code, affiliate, language, return path. */
  circumstances: (codeEnded: boolean) => Partial<CheckoutLinkRequest>;
  isCheckoutAddress: (address: string, hosts: readonly string[]) => Promise<boolean>;
  /** Whether the buyer must acknowledge the trial's terms before ordering. */
  asksToAcknowledge?: boolean;
  attemptKey: () => string;
  leaveTo: (address: string) => void;
}

/** The initial choice, as rendered. */
export interface FirstChoice {
  plan: string | undefined;
  currency: string;
}

/** Whether an order is in flight. Its inputs can no longer be changed (specification 1, section 4). */
export function isBusy({ stage }: Pick<Checkout, 'stage'>): boolean {
  return stage.phase === 'submitting' || stage.phase === 'leaving';
}

/** The price of a plan: the server's latest correction first. */
export function priceOf(prices: readonly PlanPrice[], checkout: Pick<Checkout, 'plan' | 'currency' | 'corrected'>) {
  const fits = (price: PlanPrice) => price.product_id === checkout.plan && price.currency === checkout.currency;
  return checkout.corrected.find(fits) ?? prices.find(fits);
}

/** The store behind one plan picker. */
export function createCheckout(first: FirstChoice, outside: CheckoutOutside): StoreApi<Checkout> {
  const attempt = createAttempt(outside.attemptKey);

  return createStore<Checkout>()((set, get) => {
    const refuse = (problem: Problem) => set({ stage: { phase: 'refused', problem } });

    /** The choice has changed since the refusal. */
    const forget = () => {
      if (get().stage.phase === 'refused') set({ stage: { phase: 'idle' } });
    };

    async function send(email: string): Promise<void> {
      const price = priceOf(outside.prices, get());
      if (!price) return refuse({ code: 'plan_required', unsettled: false });
      const request: CheckoutLinkRequest = {
        ...outside.circumstances(get().codeEnded),
        email,
        selectedPackage: price.product_id,
        currency: price.currency,
        expected_amount: price.due_now,
        expected_renewal: price.renewal,
      };
      const answer = await outside.getCheckoutLink(request, attempt.keyFor(request));
      if (answer.kind === 'dropped') return;
      if (answer.kind === 'problem') return explain(email, price, answer.problem);
      attempt.end();
      if (answer.value.status !== 'ok') return refuse({ code: 'fetch_failed', unsettled: false });
      if (!(await outside.isCheckoutAddress(answer.value.checkout_url, outside.hosts))) {
        return refuse({ code: 'something_wrong', unsettled: false });
      }
      set({ stage: { phase: 'leaving' } });
      outside.leaveTo(answer.value.checkout_url);
    }

    function explain(email: string, before: PlanPrice, problem: Problem): void {
      if (!problem.unsettled) attempt.end();
      const now = problem.body?.quote;
      if (problem.code === 'price_changed' && now) {
        const corrected = [now, ...get().corrected];
        set({ corrected, stage: { phase: 'repriced', email, before, now } });
      } else if (problem.body?.field === 'email') {
        set({ emailProblem: problem.code, stage: { phase: 'idle' } });
      } else {
        refuse(problem);
      }
    }

    return {
      ...first,
      emailProblem: undefined,
      corrected: [],
      codeEnded: false,
      acknowledged: false,
      stage: { phase: 'idle' },
      choosePlan: (plan) => {
        if (isBusy(get())) return;
        set({ plan });
        forget();
      },
      chooseCurrency: (currency) => {
        if (isBusy(get())) return;
        set({ currency });
        forget();
      },
      acknowledge: (ticked) => {
        if (isBusy(get())) return;
        set({ acknowledged: ticked });
        forget();
      },
      typed: () => {
        if (get().emailProblem !== undefined) set({ emailProblem: undefined });
        forget();
      },
      submit: async (email) => {
        if (isBusy(get())) return;
        set({ emailProblem: undefined, stage: { phase: 'submitting' } });
        const emailProblem = await outside.checkEmail(email);
        if (emailProblem) return set({ emailProblem, stage: { phase: 'idle' } });
        if (outside.asksToAcknowledge && !get().acknowledged) {
          return refuse({ code: 'trial_terms_required', unsettled: false });
        }
        await send(email);
      },
      accept: async () => {
        const { stage } = get();
        if (stage.phase !== 'repriced') return;
        set({ stage: { phase: 'submitting' } });
        await send(stage.email);
      },
      decline: () => {
        if (get().stage.phase === 'repriced') set({ stage: { phase: 'idle' } });
      },
      endCode: (normal) => {
        const { stage } = get();
        // An open dialog would ask about a price with the code, which is no longer charged.
        const asked = stage.phase === 'repriced';
        set({ corrected: normal, codeEnded: true, stage: asked ? { phase: 'idle' } : stage });
      },
      returned: () => set({ stage: { phase: 'idle' } }),
    };
  });
}
