import { createStore, type StoreApi } from 'zustand/vanilla';
import type { Answer, Problem } from '../api/call';
import type { DealMethod } from '../api/deal';
import type { DealCheckoutRequest, DealCheckoutResponse, PlanPrice } from '../rules/wire';
import { createAttempt } from './attempt';

/** A deal in the checkout. */
export interface DealOffer {
  package: number;
  price: PlanPrice;
}

/** The dialogs, one open at a time. */
export type DealStep = 'none' | 'email' | 'method' | 'repriced';

/** The amount due by one method. By iDEAL nothing renews, so the server returns only an amount. */
export interface DealDue {
  due_now: number;
  due_now_text: string;
  renewal?: number;
  renewal_text?: string;
}

/** The buyer's choice and its outcome. A cancelled purchase leaves only corrected prices behind. */
export interface DealCheckout {
  step: DealStep;
  /** Package id of the chosen deal. */
  package: number | undefined;
  email: string;
  emailProblem: string | undefined;
  /** The last chosen method. */
  method: DealMethod | undefined;
  /** Whether an order is in flight. */
  isBusy: boolean;
  problem: Problem | undefined;
  /** The old price while the buyer confirms the new one. */
  before: string;
  /** Prices that the server has corrected, by product and method. */
  corrected: Readonly<Record<string, DealDue>>;
  choose: (id: number) => void;
  typed: () => void;
  giveEmail: (text: string) => Promise<void>;
  pay: (method: DealMethod) => Promise<void>;
  /** Buys at the corrected price. */
  accept: () => Promise<void>;
  /**
   * The buyer closed a dialog by its button, Escape or a click outside. A dialog that gave way to the next is no longer
   * open.
   */
  close: (step: DealStep) => void;
  /** The Back button has restored the page: it starts afresh. */
  returned: () => void;
}

/** The flow's dependencies; tests pass fakes. */
export interface DealOutside {
  deals: readonly DealOffer[];
  hosts: readonly string[];
  /** The problem code of an address in this page's words, or undefined. */
  checkEmail: (email: string) => Promise<string | undefined>;
  start: (method: DealMethod, body: DealCheckoutRequest, key: string) => Promise<Answer<DealCheckoutResponse>>;
  circumstances: (method: DealMethod) => Partial<DealCheckoutRequest>;
  isCheckoutAddress: (address: string, hosts: readonly string[]) => Promise<boolean>;
  attemptKey: () => string;
  /** Stores what the result pages read. */
  remember: (email: string) => void;
  leaveTo: (address: string) => void;
}

const FRESH = {
  step: 'none',
  package: undefined,
  email: '',
  emailProblem: undefined,
  method: undefined,
  isBusy: false,
  problem: undefined,
  before: '',
} as const;

/** The amount due for a deal by one method: the server's latest correction first. */
export function dealDue(
  { price }: DealOffer,
  method: DealMethod,
  { corrected }: Pick<DealCheckout, 'corrected'>,
): DealDue {
  const { product_id, due_now, due_now_text, renewal, renewal_text } = price;
  const now = corrected[`${product_id} ${method}`];
  if (now) return now;
  return method === 'card' ? { due_now, due_now_text, renewal, renewal_text } : { due_now, due_now_text };
}

/** The store behind the deal page. */
export function createDealCheckout(outside: DealOutside): StoreApi<DealCheckout> {
  const attempt = createAttempt(outside.attemptKey);
  /** Counts purchases, so that an answer to a cancelled one is dropped. */
  let turn = 0;

  return createStore<DealCheckout>()((set, get) => {
    const reset = () => {
      turn += 1;
      set(FRESH);
    };
    const refuse = (problem: Problem) => set({ step: 'method', isBusy: false, problem });

    async function send(offer: DealOffer, method: DealMethod): Promise<void> {
      const mine = turn;
      const { email } = get();
      const due = dealDue(offer, method, get());
      const body: DealCheckoutRequest = {
        ...outside.circumstances(method),
        package: offer.package,
        selectedPackage: offer.package,
        email,
        currency: offer.price.currency,
        expected_amount: due.due_now,
        ...(due.renewal === undefined ? {} : { expected_renewal: due.renewal }),
      };
      const answer = await outside.start(method, body, attempt.keyFor([method, body]));
      if (mine !== turn || answer.kind === 'dropped') return;
      if (answer.kind === 'problem') return explain(offer, method, due, answer.problem);
      attempt.end();
      const { status, checkout_url } = answer.value;
      const leads = status === 'ok' && (await outside.isCheckoutAddress(checkout_url, outside.hosts));
      if (mine !== turn) return;
      if (!leads) return refuse({ code: 'payment_failed', unsettled: false });
      outside.remember(email);
      outside.leaveTo(checkout_url);
    }

    function explain({ price }: DealOffer, method: DealMethod, due: DealDue, problem: Problem): void {
      if (!problem.unsettled) attempt.end();
      const now = problem.body?.quote ?? problem.body?.due;
      if (problem.code === 'price_changed' && now) {
        const { due_now, due_now_text } = now;
        // The amount due today is the same by both; only a card's answer includes the renewal.
        const corrected = {
          ...get().corrected,
          [`${price.product_id} ideal`]: { due_now, due_now_text },
          [`${price.product_id} ${method}`]: now,
        };
        set({ corrected, step: 'repriced', isBusy: false, before: due.due_now_text });
      } else if (problem.body?.field === 'email') {
        set({ step: 'email', isBusy: false, emailProblem: problem.code });
      } else {
        refuse(problem);
      }
    }

    async function pay(method: DealMethod): Promise<void> {
      const offer = outside.deals.find((one) => one.package === get().package);
      if (!offer || get().isBusy) return;
      set({ step: 'method', method, isBusy: true, problem: undefined });
      await send(offer, method);
    }

    return {
      ...FRESH,
      corrected: {},
      choose: (id) => {
        reset();
        set({ package: id, step: 'email' });
      },
      typed: () => set({ emailProblem: undefined }),
      giveEmail: async (text) => {
        const mine = turn;
        const found = await outside.checkEmail(text);
        if (mine !== turn || get().step !== 'email') return;
        if (found) return set({ emailProblem: found });
        set({ email: text.trim(), emailProblem: undefined, problem: undefined, step: 'method' });
      },
      pay: async (method) => {
        if (get().step === 'method') await pay(method);
      },
      accept: async () => {
        const { step, method } = get();
        if (step === 'repriced' && method) await pay(method);
      },
      close: (step) => {
        if (get().step === step) reset();
      },
      returned: reset,
    };
  });
}
