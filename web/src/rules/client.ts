import type * as Binding from './generated/onefare_wasm';
import { after } from './otp';
import { plainCodeAfter } from './plain-code';
import { plainPrefill, plainTrialMail } from './plain-prefill';
import type { HeldCheckoutData, Language, PlanPrice, PriceExplanation } from './wire';

/** The steps of the wizard that ask a question. */
export type OnboardingStep = 'device' | 'reasons' | 'email';

/** A visitor's answers so far. */
export interface OnboardingAnswers {
  device: string;
  reasons: readonly string[];
  service: string;
  email: string;
}

/** Forms with refusals of their own; all others share theirs. */
export type EmailForm = 'sign-in' | 'deal';

/** The rules that a page can call in the browser. The server decides the same things again with the same code. */
export interface Rules {
  /** Starts loading, so that a later call is answered at once. */
  warm: () => void;
  /**
   * The problem code of an e-mail text, in a form's words; undefined when it is valid, or when the rules cannot be
   * loaded.
   */
  checkEmail: (text: string, form?: EmailForm) => Promise<string | undefined>;
  /** The same for a replacement address, which must belong to another mailbox. */
  checkEmailCorrection: (current: string, text: string) => Promise<string | undefined>;
  /** The same for an address typed as a confirmation, which must be the account's. */
  checkEmailConfirmation: (account: string, text: string) => Promise<string | undefined>;
  /**
   * The prefill of the e-mail field from this page's query, or undefined. Where the rules cannot be loaded, a plain
   * script parses it and keeps a plus as the rule does.
   */
  emailPrefill: (query: string) => Promise<string | undefined>;
  /** The prefill of the e-mail field from the trial page's query, or undefined; with the same fallback. */
  trialMail: (query: string) => Promise<string | undefined>;
  /**
   * Whether the browser may be sent to this address to pay. Where the rules cannot be loaded, a plain script checks the
   * text in the same way, so that a buyer whose browser lacks WebAssembly can still pay.
   */
  isCheckoutAddress: (address: string, hosts: readonly string[]) => Promise<boolean>;
  /**
   * What a step of the wizard still needs, as a problem code. Where the rules cannot be loaded, this finds only a
   * missing answer; the server checks the rest.
   */
  checkOnboarding: (step: OnboardingStep, answers: OnboardingAnswers) => Promise<string | undefined>;
  /**
   * The digits of the sign-in code after a text was typed or pasted. It cannot wait, so until the rules are loaded a
   * plain script extracts the digits.
   */
  codeAfter: (boxes: string, text: string) => string;
  /** A phone's system, from its user agent; undefined where the rules cannot be loaded. */
  deviceSystem: (agent: string) => Promise<string | undefined>;
  /**
   * The time until `end` as `days:hours:minutes:seconds`; the arguments are in milliseconds. Undefined once it is over,
   * and until the rules are loaded ([`ready`]).
   */
  countdown: (end: number, browserNow: number, serverAhead: number) => string | undefined;
  /** Loads the rules and returns whether they are loaded. */
  ready: () => Promise<boolean>;
  /**
   * A price's figures, computed synchronously from its facts: only numbers are passed, so every change of plan and
   * currency can call it. Undefined until the rules are loaded ([`ready`]), and for facts of no valid price.
   */
  figures: (price: ComputedPrice) => Figures | undefined;
  /**
   * A price's explanation, computed synchronously from its facts. Undefined until the rules are loaded ([`ready`]), and
   * for facts of no valid price.
   */
  explain: (price: ComputedPrice, language: Language) => PriceExplanation | undefined;
  /**
   * The list positions of the texts that a query finds; each text is a code and names, one a line. Undefined where the
   * rules cannot be loaded: then the server searches.
   */
  findBundles: (list: readonly string[], query: string) => Promise<readonly number[] | undefined>;
  /**
   * The problem code of a typed discount code, or undefined when it may be valid, or when the rules cannot be loaded.
   */
  checkCode: (text: string) => Promise<string | undefined>;
  /** An amount as text. Undefined until the rules are loaded ([`ready`]). */
  priceText: (minor: number, currency: string, language: Language) => string | undefined;
  /**
   * How much a discounted price takes off, in percent with one decimal and without the sign. Undefined until the rules
   * are loaded ([`ready`]), and when the two prices are no discount.
   */
  percentOff: (price: number, due: number, currency: string, language: Language) => string | undefined;
  /** The problem code of a chosen plan's data, or undefined when they are complete, or the rules cannot be loaded. */
  checkHeld: (held: HeldCheckoutData) => Promise<string | undefined>;
}

/** A price with the facts it is computed from. */
export type ComputedPrice = Pick<PlanPrice, 'currency' | 'facts'>;

/** Minor units due now, and of every later term; undefined where nothing renews. */
export interface Figures {
  due_now: number;
  renewal: number | undefined;
}

/** The rules once loaded, for calls that cannot wait. */
let here: typeof Binding | undefined;

let loading: Promise<typeof Binding> | undefined;

function load(): Promise<typeof Binding> {
  loading ??= import('./generated/onefare_wasm')
    .then((binding) => {
      here = binding;
      return binding;
    })
    .catch((failure: unknown) => {
      // The next call retries: the network may be back by then.
      loading = undefined;
      throw failure;
    });
  return loading;
}

/** One rule under a name for each form, with that form's sentences. */
const EMAIL_CHECKS = {
  purchase: 'check_email',
  'sign-in': 'check_sign_in_email',
  deal: 'check_deal_email',
} as const;

/** The only access to the WASM package. A failed load is no failure of the page: the server decides instead. */
export const rules: Rules = {
  warm: () => {
    load().catch(() => undefined);
  },
  checkEmail: async (text, form) => {
    try {
      return (await load())[EMAIL_CHECKS[form ?? 'purchase']](text);
    } catch {
      return undefined;
    }
  },
  checkEmailConfirmation: async (account, text) => {
    try {
      return (await load()).check_email_confirmation(account, text);
    } catch {
      return undefined;
    }
  },
  checkEmailCorrection: async (current, text) => {
    try {
      return (await load()).check_email_correction(current, text);
    } catch {
      return undefined;
    }
  },
  emailPrefill: async (query) => {
    try {
      return (await load()).email_prefill(query);
    } catch {
      return plainPrefill(query);
    }
  },
  trialMail: async (query) => {
    try {
      return (await load()).email_trial_mail(query);
    } catch {
      return plainTrialMail(query);
    }
  },
  isCheckoutAddress: async (address, hosts) => {
    try {
      return (await load()).is_checkout_url(address, [...hosts]);
    } catch {
      return isListedHost(address, hosts);
    }
  },
  checkOnboarding: async (step, answers) => {
    const { device, reasons, service, email } = answers;
    try {
      return (await load()).check_onboarding(step, device, [...reasons], service, email);
    } catch {
      return missing(step, answers);
    }
  },
  codeAfter: (boxes, text) => (here ? after(here, boxes, text) : plainCodeAfter(boxes, text)),
  deviceSystem: async (agent) => {
    try {
      return (await load()).device_of_user_agent(agent);
    } catch {
      return undefined;
    }
  },
  ready: () =>
    load().then(
      () => true,
      () => false,
    ),
  countdown: (end, browserNow, serverAhead) => here?.countdown_text(end, browserNow, serverAhead),
  figures: (price) => {
    try {
      const [, , due_now, renewal = -1] = here?.quote_figures(...terms(price)) ?? [];
      return due_now === undefined ? undefined : { due_now, renewal: renewal < 0 ? undefined : renewal };
    } catch {
      return undefined;
    }
  },
  explain: (price, language) => {
    try {
      return here?.quote_explained(...terms(price), price.facts.months ?? 0, language);
    } catch {
      // Facts of the wrong type, such as a price that is no whole number, have no explanation.
      return undefined;
    }
  },
  findBundles: async (list, query) => {
    try {
      return Array.from((await load()).bundle_find([...list], query));
    } catch {
      return undefined;
    }
  },
  checkCode: async (text) => {
    try {
      return (await load()).check_code(text);
    } catch {
      return undefined;
    }
  },
  priceText: (minor, currency, language) => here?.price_text(minor, currency as Binding.CurrencyCode, language),
  percentOff: (price, due, currency, language) =>
    here?.bundle_percent_off(price, due, currency as Binding.CurrencyCode, language),
  checkHeld: async ({ bundleId, countryName, refillTitle, amountMb, amountDays, priceUsd }) => {
    try {
      return (await load()).check_checkout_data(bundleId, countryName, refillTitle, amountMb, amountDays, priceUsd);
    } catch {
      return undefined;
    }
  },
};

function missing(step: OnboardingStep, { device, reasons }: OnboardingAnswers): string | undefined {
  if (step === 'device' && device === '') return 'device_required';
  return step === 'reasons' && reasons.length === 0 ? 'reasons_required' : undefined;
}

/** The facts are passed one by one: scalars cost nothing. */
function terms({ currency, facts }: ComputedPrice): Parameters<typeof Binding.quote_figures> {
  const { list, price, code_percent, code_amount, every_term = false, trial_days = 0, extra_months = 0 } = facts;
  const kind = code_percent === undefined ? (code_amount === undefined ? 'none' : 'fixed') : 'percent';
  // A product without a term is paid once.
  const renews = Boolean(facts.months);
  const off = code_percent ?? code_amount ?? 0;
  return [currency as Binding.CurrencyCode, list, price, kind, off, every_term, trial_days, extra_months, renews];
}

/** Printable ASCII without the backslash, which browsers read as a slash. */
const CLEAN = /^[!-[\]-~]+$/;
/** Scheme and host with port; a user name before the host is no match. */
const START = /^(https?):\/\/([^/?#@]+)(?:[/?#]|$)/;

/**
 * `https`, or `http` on this very machine, on a listed host with its port, as the rule in the core has it. It checks
 * the text and not a parsed `URL`, which would accept what the rule refuses: spaces, backslashes, a default port.
 */
function isListedHost(address: string, hosts: readonly string[]): boolean {
  const [, scheme, authority = ''] = START.exec(address) ?? [];
  const host = authority.split(':')[0];
  const secure = scheme === 'https' || host === 'localhost' || host === '127.0.0.1';
  const listed = hosts.some((allowed) => allowed.toLowerCase() === authority.toLowerCase());
  return CLEAN.test(address) && Boolean(host) && secure && listed;
}
