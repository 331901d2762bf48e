import type {
  AccountEmailRequest,
  AccountEsim,
  AccountLanguageRequest,
  AccountReceipt,
  AccountView,
  BillingPage,
  ChangePlanRequest,
  CheckCodeRequest,
  ConfirmAccountEmailRequest,
  DeleteAccountRequest,
  EsimUsage,
  Language,
  LettersRequested,
  ResumeRenewalRequest,
  SendCodeRequest,
  SessionList,
  SignedOut,
  SignInLinkRequest,
  SignInResponse,
} from '../rules/wire';
import { type Answer, call } from './call';

const BASE = '/api/account';

/** Sends a code, although the specification's name for the call suggests otherwise. */
export function sendCode(body: SendCodeRequest): Promise<Answer<SignInResponse>> {
  return call('/panel/verify-otp', { method: 'POST', body });
}

/** Checks a code and begins a session. */
export function checkCode(body: CheckCodeRequest): Promise<Answer<SignInResponse>> {
  return call('/panel/manage-subscription', { method: 'POST', body });
}

/** Signs in with a mailed link's secret and begins a session. */
export function followLink(body: SignInLinkRequest): Promise<Answer<SignInResponse>> {
  return call(`${BASE}/sign-in-link`, { method: 'POST', body });
}

/** The account and its orders. */
export function getAccount(language: Language, signal: AbortSignal): Promise<Answer<AccountView>> {
  return call(`${BASE}?${new URLSearchParams({ language })}`, { signal });
}

/** Where the customer is signed in. */
export function getSessions(language: Language, signal: AbortSignal): Promise<Answer<SessionList>> {
  return call(`${BASE}/sessions?${new URLSearchParams({ language })}`, { signal });
}

/** The eSIM of an order. */
export function getEsim(number: string): Promise<Answer<AccountEsim>> {
  return call(`${BASE}/orders/${encodeURIComponent(number)}/esim`);
}

/** The usage of an order's eSIM: data and time. */
export function getEsimUsage(number: string, language: Language, signal: AbortSignal): Promise<Answer<EsimUsage>> {
  const query = new URLSearchParams({ language });
  return call(`${BASE}/orders/${encodeURIComponent(number)}/esim/usage?${query}`, { signal });
}

/** What an order cost, and its refunds. */
export function getReceipt(number: string, language: Language, signal: AbortSignal): Promise<Answer<AccountReceipt>> {
  const query = new URLSearchParams({ language });
  return call(`${BASE}/orders/${encodeURIComponent(number)}/receipt?${query}`, { signal });
}

/** Resends the letters of an order. */
export function sendLetters(number: string): Promise<Answer<LettersRequested>> {
  return call(`${BASE}/orders/${encodeURIComponent(number)}/letters`, { method: 'POST' });
}

/** Opens the provider's page with card and invoices, for one visit. */
export function openBilling(number: string, language: Language): Promise<Answer<BillingPage>> {
  const query = new URLSearchParams({ language });
  return call(`${BASE}/orders/${encodeURIComponent(number)}/billing?${query}`, { method: 'POST' });
}

/** Cancels the renewal of an order; returns the account afterwards. */
export function cancelRenewal(number: string, language: Language): Promise<Answer<AccountView>> {
  const query = new URLSearchParams({ language });
  return call(`${BASE}/orders/${encodeURIComponent(number)}/cancel-renewal?${query}`, { method: 'POST' });
}

/** Resumes an order's cancelled renewal at the displayed charge; returns the account afterwards. */
export function resumeRenewal(
  number: string,
  language: Language,
  body: ResumeRenewalRequest,
): Promise<Answer<AccountView>> {
  const query = new URLSearchParams({ language });
  return call(`${BASE}/orders/${encodeURIComponent(number)}/resume-renewal?${query}`, { method: 'POST', body });
}

/** Makes an order renew as another plan; returns the account afterwards. */
export function changePlan(number: string, language: Language, body: ChangePlanRequest): Promise<Answer<AccountView>> {
  const query = new URLSearchParams({ language });
  return call(`${BASE}/orders/${encodeURIComponent(number)}/plan?${query}`, { method: 'POST', body });
}

/** Ends this session, or every one. */
export function signOut(everywhere: boolean): Promise<Answer<SignedOut>> {
  return call(`${BASE}/${everywhere ? 'sign-out-everywhere' : 'sign-out'}`, { method: 'POST' });
}

/** Mails a code to the account's address and another one to the new address. */
export function askForEmail(body: AccountEmailRequest): Promise<Answer<SignedOut>> {
  return call(`${BASE}/email`, { method: 'POST', body });
}

/** Moves the account to the new address, once both codes are right. */
export function confirmEmail(body: ConfirmAccountEmailRequest): Promise<Answer<SignedOut>> {
  return call(`${BASE}/email/confirm`, { method: 'POST', body });
}

/** Sets the language of all later letters about the account's orders. */
export function chooseLanguage(body: AccountLanguageRequest): Promise<Answer<SignedOut>> {
  return call(`${BASE}/language`, { method: 'POST', body });
}

/** Deletes the account, once its address is typed to confirm it. */
export function deleteAccount(body: DeleteAccountRequest): Promise<Answer<SignedOut>> {
  return call(`${BASE}/delete`, { method: 'POST', body });
}

/** All stored data of the account, as a file. */
export const DATA_FILE = `${BASE}/data`;
