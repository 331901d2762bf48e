import type * as Binding from './generated/onefare_wasm';
import { after } from './otp';
import { plainCodeAfter } from './plain-code';
import { plainPrefill, plainTrialMail } from './plain-prefill';
import type { HeldCheckoutData, Language, PlanPrice, PriceExplanation } from './wire';

/** The steps of the wizard that ask something. */
export type OnboardingStep = 'device' | 'reasons' | 'email';

/** What a visitor has answered so far. */
export interface OnboardingAnswers {
  device: string;
  reasons: readonly string[];
  service: string;
  email: string;
}

/** Forms that refuse an address in words of their own; all others share theirs. */
export type EmailForm = 'sign-in' | 'deal';

/** The rules a page may ask in the browser. The server decides the same things again with the same code. */
export interface Rules {
  /** Starts loading, so that a later question is answered at once. */
  warm: () => void;
  /** The problem code of an e-mail text, in the words of a form; nothing when it is fine, or when the rules cannot be loaded. */
  checkEmail: (text: string, form?: EmailForm) => Promise<string | undefined>;
  /** The same of an address that is to replace another one, which must be of another mailbox. */
  checkEmailCorrection: (current: string, text: string) => Promise<string | undefined>;
  /** The same of an address that is typed to confirm something, and must be the account's. */
  checkEmailConfirmation: (account: string, text: string) => Promise<string | undefined>;
  /**
   * What the query of this page puts into the e-mail field, or nothing. Where the rules cannot be loaded, a reading in
   * plain script answers that keeps a plus as the rule does.
   */
  emailPrefill: (query: string) => Promise<string | undefined>;
  /** What the query of the trial page puts into the e-mail field, or nothing; read in plain script likewise. */
  trialMail: (query: string) => Promise<string | undefined>;
  /**
   * Whether the browser may be sent to this address to pay. Where the rules cannot be loaded, the same reading of
   * the text answers in plain script, so that a buyer whose browser lacks WebAssembly can still pay.
   */
  isCheckoutAddress: (address: string, hosts: readonly string[]) => Promise<boolean>;
  /**
   * What a step of the wizard still asks, as a problem code. Where the rules cannot be loaded, only a missing answer is
   * found; the server reads the rest.
   */
  checkOnboarding: (step: OnboardingStep, answers: OnboardingAnswers) => Promise<string | undefined>;
  /**
   * The digits of the sign-in code after a text was typed or pasted. It cannot wait, so until the rules are here plain
   * script reads the digits.
   */
  codeAfter: (boxes: string, text: string) => string;
  /** What runs on a phone, from its user agent; nothing where the rules cannot be loaded. */
  deviceSystem: (agent: string) => Promise<string | undefined>;
  /**
   * What is left until `end` as `days:hours:minutes:seconds`, all in milliseconds; nothing once it is over, and while
   * the rules are not here ([`ready`]).
   */
  countdown: (end: number, browserNow: number, serverAhead: number) => string | undefined;
  /** Loads the rules and says whether they are here. */
  ready: () => Promise<boolean>;
  /**
   * What a price comes to, computed from its facts without waiting for anything: numbers alone cross, so that every
   * switch of plan and currency may ask. Nothing while the rules are not here ([`ready`]), and for facts that are those
   * of no price.
   */
  figures: (price: ComputedPrice) => Figures | undefined;
  /**
   * How a price is made, computed from its facts without waiting for anything. Nothing while the rules are not here
   * ([`ready`]), and for facts that are those of no price.
   */
  explain: (price: ComputedPrice, language: Language) => PriceExplanation | undefined;
  /**
   * Places in a list of the texts that a query finds; each text is a code and names, a line each. Nothing where the rules
   * cannot be loaded: then the server searches.
   */
  findBundles: (list: readonly string[], query: string) => Promise<readonly number[] | undefined>;
  /** The problem code of a typed discount code, or nothing when it may be one, or when the rules cannot be loaded. */
  checkCode: (text: string) => Promise<string | undefined>;
  /** An amount as text. Nothing while the rules are not here ([`ready`]). */
  priceText: (minor: number, currency: string, language: Language) => string | undefined;
  /**
   * How much a discounted price takes off, in percent with one decimal and without the sign. Nothing while the rules are
   * not here ([`ready`]), and where the two are no discount.
   */
  percentOff: (price: number, due: number, currency: string, language: Language) => string | undefined;
  /** The problem code of the data of a chosen plan, or nothing when they are complete, or the rules cannot be loaded. */
  checkHeld: (held: HeldCheckoutData) => Promise<string | undefined>;
}

/** A price with the facts it is computed from. */
export type ComputedPrice = Pick<PlanPrice, 'currency' | 'facts'>;

/** Minor units due now, and of every later term; nothing for that where nothing renews. */
export interface Figures {
  due_now: number;
  renewal: number | undefined;
}

/** The rules once they are here, for questions that may not wait. */
let here: typeof Binding | undefined;

let loading: Promise<typeof Binding> | undefined;

function load(): Promise<typeof Binding> {
  loading ??= import('./generated/onefare_wasm')
    .then((binding) => {
      here = binding;
      return binding;
    })
    .catch((failure: unknown) => {
      // The next question tries again: the network may be back by then.
      loading = undefined;
      throw failure;
    });
  return loading;
}

/** One rule, with the sentences of each form. */
const EMAIL_CHECKS = {
  purchase: 'check_email',
  'sign-in': 'check_sign_in_email',
  deal: 'check_deal_email',
} as const;

/** The only access to the WASM package. Failing to load is no failure of the page: the server answers instead. */
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
      // Facts of the wrong kind, such as a price that is no whole number, have no explanation.
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

/** The facts cross one by one: scalars cost nothing. */
function terms({ currency, facts }: ComputedPrice): Parameters<typeof Binding.quote_figures> {
  const { list, price, code_percent, code_amount, every_term = false, trial_days = 0, extra_months = 0 } = facts;
  const kind = code_percent === undefined ? (code_amount === undefined ? 'none' : 'fixed') : 'percent';
  // What has no term is paid once.
  const renews = Boolean(facts.months);
  const off = code_percent ?? code_amount ?? 0;
  return [currency as Binding.CurrencyCode, list, price, kind, off, every_term, trial_days, extra_months, renews];
}

/** Printable ASCII without the backslash, which browsers read as a slash. */
const CLEAN = /^[!-[\]-~]+$/;
/** Scheme and host with port; a user name before the host is no match. */
const START = /^(https?):\/\/([^/?#@]+)(?:[/?#]|$)/;

/**
 * `https`, or `http` on this very machine, on a listed host with its port, as the rule in the core has it. It reads
 * the text and not a parsed `URL`, which would forgive what the rule refuses: spaces, backslashes, a default port.
 */
function isListedHost(address: string, hosts: readonly string[]): boolean {
  const [, scheme, authority = ''] = START.exec(address) ?? [];
  const host = authority.split(':')[0];
  const secure = scheme === 'https' || host === 'localhost' || host === '127.0.0.1';
  const listed = hosts.some((allowed) => allowed.toLowerCase() === authority.toLowerCase());
  return CLEAN.test(address) && Boolean(host) && secure && listed;
}
