import { inSession, keepInSession } from '../browser/session';

/** What a data buyer typed and chose, until it is paid: another attempt at the same plan finds it filled in. */
export interface Answers {
  /** The plan's id, as in orders. */
  plan: string;
  email: string;
  method: 'card' | 'ideal';
  /** The applied discount code. */
  code: string | undefined;
}

/** Stores an attempt's answers as long as the tab is open. */
export function keepForm(answers: Answers): void {
  keepInSession('checkoutAnswers', JSON.stringify(answers));
}

/** The plan was paid: the answers are of no more use. */
export function dropForm(): void {
  keepInSession('checkoutAnswers', undefined);
}

/** The answers of an earlier attempt at a plan. Storage is untrusted: anyone may have written them. */
export function keptForm(plan: string): Answers | undefined {
  try {
    const kept: unknown = JSON.parse(inSession('checkoutAnswers') ?? 'null');
    return isAnswers(kept) && kept.plan === plan ? kept : undefined;
  } catch {
    return undefined;
  }
}

function isAnswers(kept: unknown): kept is Answers {
  if (typeof kept !== 'object' || kept === null) return false;
  const { plan, email, method, code } = kept as Record<string, unknown>;
  const isText = typeof plan === 'string' && typeof email === 'string';
  return isText && (method === 'card' || method === 'ideal') && (code === undefined || typeof code === 'string');
}
