import { createStore, type StoreApi } from 'zustand/vanilla';
import type { Answer, Problem } from '../api/call';
import { type EsimProvider, METHODS } from '../api/esim';
import type {
  AmountDue,
  AppliedCode,
  BoughtBefore,
  BundleDetail,
  EsimPaymentRequest,
  EsimPaymentResponse,
  RefillItem,
} from '../rules/wire';
import { type AttemptMemory, createAttempt } from './attempt';
import type { EsimDiscount } from './esim-discount';
import type { Answers } from './kept-esim-form';

/** The payment method of a data plan. */
export type Method = 'card' | 'ideal';

/**
 * The currency and the provider of each way to pay. iDEAL takes euros only. The currency is the one that the core takes
 * where none is named (`core/src/checkout/esim.rs`): pages show prices in it without WebAssembly too, and a test holds
 * it against the vectors.
 */
const WAYS = {
  card: { currency: 'USD', provider: 'stripe' },
  ideal: { currency: 'EUR', provider: 'mollie' },
} as const satisfies Record<Method, { currency: string; provider: EsimProvider }>;

/** An order that waits for confirmation: its address, and whether it repeats a recent purchase. */
interface Waiting {
  email: string;
  another: boolean;
}

/** The state of the form. */
export type Stage =
  | { phase: 'idle' }
  | { phase: 'refused'; problem: Problem }
  | { phase: 'submitting' }
  /** The price has changed. Nothing waits for confirmation when only a discount code was checked. */
  | { phase: 'repriced'; waiting: Waiting | undefined; before: AmountDue; now: AmountDue }
  /** The same plan was bought shortly before. */
  | { phase: 'bought'; waiting: Waiting; due: AmountDue; bought: BoughtBefore }
  | { phase: 'leaving' };

/** The buyer's order and its outcome. */
export interface EsimCheckout {
  plan: RefillItem;
  /** The number of the price book with the plan's prices. */
  book: number;
  method: Method;
  discount: EsimDiscount | undefined;
  /** Problem code of the discount code. */
  codeProblem: string | undefined;
  isApplying: boolean;
  /** Problem code of the e-mail field. */
  emailProblem: string | undefined;
  /** The fields of an earlier attempt at this plan. */
  filled: Answers | undefined;
  /** The amounts that the server last named as due, for this plan and code. */
  corrected: readonly AmountDue[];
  stage: Stage;
  choosePlan: (plan: RefillItem) => void;
  chooseMethod: (method: Method) => void;
  applyCode: (text: string) => Promise<void>;
  removeCode: () => void;
  typed: () => void;
  codeTyped: () => void;
  submit: (email: string) => Promise<void>;
  /** Fills in the fields of an earlier attempt. */
  fill: (answers: Answers) => Promise<void>;
  /** Continues at the corrected price, or buys the same plan again. */
  accept: () => Promise<void>;
  /** Closes the question without buying. */
  decline: () => void;
  /** Shows the recent purchase instead of buying another. */
  showBought: () => Promise<void>;
  /** The Back button has restored the page: the form is usable again. */
  returned: () => void;
}

/** The form's dependencies; tests pass fakes. */
export interface EsimCheckoutOutside {
  bundle: BundleDetail;
  hosts: readonly string[];
  checkEmail: (email: string) => Promise<string | undefined>;
  checkCode: (text: string) => Promise<string | undefined>;
  /** Requests a code's effect on the plan's prices; a problem code when it takes nothing off. */
  discount: (code: string, plan: RefillItem) => Promise<EsimDiscount | string>;
  /** The current plan; undefined when it is no longer sold, or the call fails. */
  renewed: (plan: RefillItem) => Promise<Pick<EsimCheckout, 'plan' | 'book'> | undefined>;
  pay: (provider: EsimProvider, body: EsimPaymentRequest, key: string) => Promise<Answer<EsimPaymentResponse>>;
  circumstances: () => Partial<EsimPaymentRequest>;
  isCheckoutAddress: (address: string, hosts: readonly string[]) => Promise<boolean>;
  attemptKey: () => string;
  /** Keeps the attempt in the page's history entry: Back and a reload find it, a fresh visit does not. */
  memory: AttemptMemory;
  /** Stores the fields, for another attempt at the same plan. */
  remember: (answers: Answers) => void;
  /** Drops the chosen plan: the provider's page has it now. */
  drop: () => void;
  leaveTo: (address: string) => void;
}

/** Whether an order is in flight: its inputs can no longer be changed. */
export function isBusy({ stage }: Pick<EsimCheckout, 'stage'>): boolean {
  return stage.phase === 'submitting' || stage.phase === 'leaving';
}

/** A plan's price by one method, before any code. */
export function listPrice({ plan, book }: Pick<EsimCheckout, 'plan' | 'book'>, method: Method): AmountDue {
  const { currency } = WAYS[method];
  const [price, text] =
    currency === 'EUR' ? [plan.price_eur, plan.price_eur_text] : [plan.price_usd, plan.price_usd_text];
  const facts = { book, list: price, price };
  return { product_id: plan.structured_data, currency, due_now: price, due_now_text: text, facts };
}

/** The code's effect on the price by one method. */
export function appliedBy({ discount }: Pick<EsimCheckout, 'discount'>, method: Method): AppliedCode | undefined {
  return discount?.applied[WAYS[method].currency];
}

/** The amount due by one method: the server's latest correction, else the price after the code, else the price. */
export function dueBy(
  state: Pick<EsimCheckout, 'plan' | 'book' | 'discount' | 'corrected'>,
  method: Method,
): AmountDue {
  const { currency } = WAYS[method];
  const id = state.plan.structured_data;
  const said = state.corrected.find((due) => due.currency === currency && due.product_id === id);
  return said ?? appliedBy(state, method)?.due ?? listPrice(state, method);
}

/** The address of a pay page with the way that was chosen, which the page adds (specification 2, section 7). */
function withMethod(address: string, method: Method): string {
  const url = new URL(address);
  url.searchParams.set('payment_method', METHODS[WAYS[method].provider]);
  return url.href;
}

/** The store behind one checkout of a data plan. */
export function createEsimCheckout(
  first: { plan: RefillItem; method: Method },
  outside: EsimCheckoutOutside,
): StoreApi<EsimCheckout> {
  const attempt = createAttempt(outside.attemptKey, outside.memory);

  return createStore<EsimCheckout>()((set, get) => {
    const refuse = (problem: Problem) => set({ stage: { phase: 'refused', problem } });
    /** The choice has changed since the refusal. */
    const forget = () => {
      if (get().stage.phase === 'refused') set({ stage: { phase: 'idle' } });
    };
    const withoutCode = { discount: undefined, codeProblem: undefined, corrected: [] };

    /**
     * Places the order. The attempt stays open when there is a hosted page: pressing again on a restored page leads to
     * that hosted page, or, once it was paid, to its receipt. Whether the buyer wants another plan is not part of the
     * attempt's key.
     */
    async function send({ email, another }: Waiting): Promise<void> {
      const { plan, method, discount } = get();
      const due = dueBy(get(), method);
      const request: EsimPaymentRequest = {
        ...outside.circumstances(),
        email,
        bundle_id: String(outside.bundle.id),
        payment_method: method,
        structured_data: plan.structured_data,
        currency: due.currency,
        expected_amount: due.due_now,
        ...(discount ? { discount_code: discount.code } : {}),
      };
      outside.remember({ plan: plan.structured_data, email, method, code: discount?.code });
      const body = another ? { ...request, buy_another: true } : request;
      const answer = await outside.pay(WAYS[method].provider, body, attempt.keyFor(request));
      if (answer.kind === 'dropped') return;
      if (answer.kind === 'problem') return explain({ email, another }, due, answer.problem);
      const { checkout_url } = answer.value.data;
      if (!(await outside.isCheckoutAddress(checkout_url, outside.hosts))) {
        return refuse({ code: 'create_payment_failed', unsettled: false });
      }
      set({ stage: { phase: 'leaving' } });
      outside.drop();
      outside.leaveTo(withMethod(checkout_url, method));
    }

    function explain(waiting: Waiting, due: AmountDue, problem: Problem): void {
      if (!problem.unsettled) attempt.end();
      const now = problem.body?.due;
      const bought = problem.body?.bought;
      if (problem.code === 'price_changed' && now) {
        set({ corrected: [now, ...get().corrected], stage: { phase: 'repriced', waiting, before: due, now } });
      } else if (problem.code === 'bought_just_now' && bought) {
        set({ stage: { phase: 'bought', waiting, due, bought } });
      } else if (problem.body?.field === 'email') {
        set({ emailProblem: problem.code, stage: { phase: 'idle' } });
      } else if (problem.code === 'discount_code_invalid') {
        set({ ...withoutCode, codeProblem: problem.code, stage: { phase: 'idle' } });
      } else if (!problem.body) {
        refuse({ ...problem, code: 'create_payment_broken' });
      } else {
        refuse(problem);
      }
    }

    /** The code was checked for an outdated price: shows the current price, after the code. */
    async function reprice(text: string, plan: RefillItem): Promise<void> {
      const before = dueBy(get(), get().method);
      const renewed = await outside.renewed(plan);
      const isSame = renewed?.plan.price_usd === plan.price_usd && renewed.plan.price_eur === plan.price_eur;
      if (get().plan !== plan) return set({ isApplying: false });
      if (!renewed || isSame) return set({ ...withoutCode, codeProblem: 'price_changed', isApplying: false });
      set({ ...renewed, ...withoutCode });
      const found = await outside.discount(text, renewed.plan);
      if (get().plan !== renewed.plan) return set({ isApplying: false });
      if (typeof found === 'string') set({ codeProblem: found, isApplying: false });
      else set({ discount: found, isApplying: false });
      const now = dueBy(get(), get().method);
      set({ stage: { phase: 'repriced', waiting: undefined, before, now } });
    }

    return {
      ...first,
      book: outside.bundle.price_book,
      ...withoutCode,
      isApplying: false,
      emailProblem: undefined,
      filled: undefined,
      stage: { phase: 'idle' },
      choosePlan: (plan) => {
        if (isBusy(get())) return;
        set({ plan, ...withoutCode });
        forget();
      },
      chooseMethod: (method) => {
        if (isBusy(get())) return;
        set({ method });
        forget();
      },
      applyCode: async (text) => {
        if (isBusy(get()) || get().isApplying) return;
        const { plan } = get();
        set({ isApplying: true, codeProblem: undefined });
        const found = (await outside.checkCode(text)) ?? (await outside.discount(text.trim(), plan));
        if (get().plan !== plan) return set({ isApplying: false });
        if (found === 'price_changed') return reprice(text.trim(), plan);
        if (typeof found === 'string') set({ ...withoutCode, codeProblem: found, isApplying: false });
        else set({ ...withoutCode, discount: found, isApplying: false });
      },
      removeCode: () => {
        if (!isBusy(get())) set(withoutCode);
      },
      typed: () => {
        if (get().emailProblem !== undefined) set({ emailProblem: undefined });
        forget();
      },
      codeTyped: () => {
        if (get().codeProblem !== undefined) set({ codeProblem: undefined });
      },
      submit: async (email) => {
        if (isBusy(get()) || get().isApplying) return;
        set({ emailProblem: undefined, stage: { phase: 'submitting' } });
        const emailProblem = await outside.checkEmail(email);
        if (emailProblem) return set({ emailProblem, stage: { phase: 'idle' } });
        await send({ email, another: false });
      },
      fill: async (answers) => {
        if (isBusy(get())) return;
        set({ filled: answers, method: answers.method });
        if (answers.code) await get().applyCode(answers.code);
      },
      accept: async () => {
        const { stage } = get();
        if (stage.phase !== 'repriced' && stage.phase !== 'bought') return;
        if (!stage.waiting) return set({ stage: { phase: 'idle' } });
        set({ stage: { phase: 'submitting' } });
        await send(stage.phase === 'bought' ? { ...stage.waiting, another: true } : stage.waiting);
      },
      decline: () => {
        const { phase } = get().stage;
        if (phase === 'repriced' || phase === 'bought') set({ stage: { phase: 'idle' } });
      },
      showBought: async () => {
        const { stage } = get();
        if (stage.phase !== 'bought') return;
        const { receipt_url } = stage.bought;
        if (!(await outside.isCheckoutAddress(receipt_url, outside.hosts))) return set({ stage: { phase: 'idle' } });
        set({ stage: { phase: 'leaving' } });
        outside.leaveTo(receipt_url);
      },
      returned: () => set({ stage: { phase: 'idle' } }),
    };
  });
}
