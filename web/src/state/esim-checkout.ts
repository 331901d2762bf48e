import { createStore, type StoreApi } from 'zustand/vanilla';
import type { Answer, Problem } from '../api/call';
import type { EsimProvider } from '../api/esim';
import type { AmountDue, BundleDetail, EsimPaymentRequest, EsimPaymentResponse, RefillItem } from '../rules/wire';
import { createAttempt } from './attempt';
import type { EsimDiscount } from './esim-discount';

/** How a data plan is paid for. */
export type Method = 'card' | 'ideal';

/** What each way is charged in, and by whom. iDEAL takes euros only. */
const WAYS = {
  card: { currency: 'USD', provider: 'stripe', named: 'card' },
  ideal: { currency: 'EUR', provider: 'mollie', named: 'mollie' },
} as const satisfies Record<Method, { currency: string; provider: EsimProvider; named: string }>;

/** An amount as it is sent and as it is shown. */
export interface Due {
  currency: 'USD' | 'EUR';
  minor: number;
  text: string;
}

/** Where the form stands. */
export type Stage =
  | { phase: 'idle' }
  | { phase: 'refused'; problem: Problem }
  | { phase: 'submitting' }
  | { phase: 'repriced'; email: string; before: Due; now: AmountDue }
  | { phase: 'leaving' };

/** The buyer's order and what became of it. */
export interface EsimCheckout {
  plan: RefillItem;
  method: Method;
  discount: EsimDiscount | undefined;
  /** Problem code of the discount code. */
  codeProblem: string | undefined;
  isApplying: boolean;
  /** Problem code of the e-mail field. */
  emailProblem: string | undefined;
  /** What the server last said is due, for this plan and code. */
  corrected: readonly AmountDue[];
  stage: Stage;
  choosePlan: (plan: RefillItem) => void;
  chooseMethod: (method: Method) => void;
  applyCode: (text: string) => Promise<void>;
  removeCode: () => void;
  typed: () => void;
  codeTyped: () => void;
  submit: (email: string) => Promise<void>;
  /** Buys at the corrected price. */
  accept: () => Promise<void>;
  /** Keeps the corrected price on the page without buying. */
  decline: () => void;
  /** The page was brought back by the Back button: the form is usable again. */
  returned: () => void;
}

/** What the form reaches for; tests pass fakes. */
export interface EsimCheckoutOutside {
  bundle: BundleDetail;
  hosts: readonly string[];
  checkEmail: (email: string) => Promise<string | undefined>;
  checkCode: (text: string) => Promise<string | undefined>;
  /** Asks what a code leaves of the plan's prices; a problem code where it takes nothing off. */
  discount: (code: string, plan: RefillItem) => Promise<EsimDiscount | string>;
  pay: (provider: EsimProvider, body: EsimPaymentRequest, key: string) => Promise<Answer<EsimPaymentResponse>>;
  circumstances: () => Partial<EsimPaymentRequest>;
  isCheckoutAddress: (address: string, hosts: readonly string[]) => Promise<boolean>;
  attemptKey: () => string;
  /** Lets go of the chosen plan: the provider's page has it now. */
  drop: () => void;
  leaveTo: (address: string) => void;
}

/** Whether an order is on its way: what it asks for can no longer be changed. */
export function isBusy({ stage }: Pick<EsimCheckout, 'stage'>): boolean {
  return stage.phase === 'submitting' || stage.phase === 'leaving';
}

/** The price of a plan by one way, before any code. */
export function listPrice(plan: RefillItem, method: Method): Due {
  return method === 'ideal'
    ? { currency: 'EUR', minor: plan.price_eur, text: plan.price_eur_text }
    : { currency: 'USD', minor: plan.price_usd, text: plan.price_usd_text };
}

/** What is due by one way: the server's latest word, else what the code leaves, else the price. */
export function dueBy(
  { plan, discount, corrected }: Pick<EsimCheckout, 'plan' | 'discount' | 'corrected'>,
  method: Method,
): Due {
  const { currency } = WAYS[method];
  const said = corrected.find((due) => due.currency === currency && due.product_id === plan.structured_data);
  if (said) return { currency, minor: said.due_now, text: said.due_now_text };
  const left = discount?.due[currency];
  return left ? { currency, minor: left.minor, text: left.text } : listPrice(plan, method);
}

/** The address of a pay page with the way that was chosen, which the result page reads (specification 2, section 7). */
function withMethod(address: string, method: Method): string {
  const url = new URL(address);
  url.searchParams.set('payment_method', WAYS[method].named);
  return url.href;
}

/** The store behind one checkout of a data plan. */
export function createEsimCheckout(
  first: { plan: RefillItem; method: Method },
  outside: EsimCheckoutOutside,
): StoreApi<EsimCheckout> {
  const attempt = createAttempt(outside.attemptKey);

  return createStore<EsimCheckout>()((set, get) => {
    const refuse = (problem: Problem) => set({ stage: { phase: 'refused', problem } });
    /** What was refused is no longer what is asked for. */
    const forget = () => {
      if (get().stage.phase === 'refused') set({ stage: { phase: 'idle' } });
    };
    const withoutCode = { discount: undefined, codeProblem: undefined, corrected: [] };

    async function send(email: string): Promise<void> {
      const { plan, method, discount } = get();
      const due = dueBy(get(), method);
      const request: EsimPaymentRequest = {
        ...outside.circumstances(),
        email,
        bundle_id: String(outside.bundle.id),
        payment_method: method,
        structured_data: plan.structured_data,
        currency: due.currency,
        expected_amount: due.minor,
        ...(discount ? { discount_code: discount.code } : {}),
      };
      const answer = await outside.pay(WAYS[method].provider, request, attempt.keyFor(request));
      if (answer.kind === 'dropped') return;
      if (answer.kind === 'problem') return explain(email, due, answer.problem);
      attempt.end();
      const { checkout_url } = answer.value.data;
      if (!(await outside.isCheckoutAddress(checkout_url, outside.hosts))) {
        return refuse({ code: 'create_payment_failed', unsettled: false });
      }
      set({ stage: { phase: 'leaving' } });
      outside.drop();
      outside.leaveTo(withMethod(checkout_url, method));
    }

    function explain(email: string, before: Due, problem: Problem): void {
      if (!problem.unsettled) attempt.end();
      const now = problem.body?.due;
      if (problem.code === 'price_changed' && now) {
        set({ corrected: [now, ...get().corrected], stage: { phase: 'repriced', email, before, now } });
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

    return {
      ...first,
      ...withoutCode,
      isApplying: false,
      emailProblem: undefined,
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
      returned: () => set({ stage: { phase: 'idle' } }),
    };
  });
}
