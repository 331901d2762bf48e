import type { Answer } from '../api/call';
import type { ReportedPrice } from '../api/price-mismatch';
import type { Rules } from '../rules/client';
import type { AppliedCode, DiscountCodeResponse, Language, RefillItem } from '../rules/wire';

/** A code that reduces a plan's price, in both currencies: the payment method may still change. */
export interface EsimDiscount {
  code: string;
  applied: Record<'USD' | 'EUR', AppliedCode>;
}

/** The dependencies of the check; tests pass fakes. */
export interface DiscountOutside {
  ask: (
    code: string,
    price: number,
    query: { currency: string; structured_data: string; lang: Language },
  ) => Promise<Answer<DiscountCodeResponse>>;
  rules: Pick<Rules, 'ready' | 'figures' | 'priceText' | 'percentOff'>;
  language: Language;
  /** Reports that the rules' result differs from the server's. */
  report: (said: ReportedPrice, computed: number | undefined) => void;
}

/**
 * Asks the server for both prices of a plan after a code. The rules recompute them from the facts of the answer; a
 * difference is reported and the server's second answer counts, as its first one does where the rules cannot be loaded.
 * A problem code says why there is no discount.
 */
export async function discountOf(
  code: string,
  plan: RefillItem,
  { ask, rules, language, report }: DiscountOutside,
): Promise<EsimDiscount | string> {
  const said = async (currency: 'USD' | 'EUR', price: number): Promise<AppliedCode | string> => {
    const query = { currency, structured_data: plan.structured_data, lang: language };
    const answer = await ask(code, price, query);
    if (answer.kind !== 'ok') return refusalOf(answer);
    return answer.value.applied ?? answer.value.code ?? 'discount_code_invalid';
  };
  const held = async (currency: 'USD' | 'EUR', price: number): Promise<AppliedCode | string> => {
    const applied = await said(currency, price);
    if (typeof applied === 'string' || !applied.due.facts || !(await rules.ready())) return applied;
    const due = { ...applied.due, facts: applied.due.facts };
    const computed = rules.figures(due)?.due_now;
    if (computed === due.due_now && agrees(applied, due.facts.price, rules, language)) return applied;
    report(due, computed);
    return said(currency, price);
  };
  const [usd, eur] = await Promise.all([held('USD', plan.price_usd), held('EUR', plan.price_eur)]);
  if (typeof usd === 'string') return usd;
  if (typeof eur === 'string') return eur;
  return { code, applied: { USD: usd, EUR: eur } };
}

/** Whether the rules produce the same texts, byte for byte. */
function agrees(applied: AppliedCode, price: number, rules: DiscountOutside['rules'], language: Language): boolean {
  const { currency, due_now, due_now_text } = applied.due;
  return (
    rules.priceText(due_now, currency, language) === due_now_text &&
    rules.percentOff(price, due_now, currency, language) === applied.percent_text &&
    rules.priceText(due_now - price, currency, language) === applied.discount_text
  );
}

/** The problem code of a failed call, by the specification (section 7, discount code). */
function refusalOf(answer: Exclude<Answer<unknown>, { kind: 'ok' }>): string {
  if (answer.kind === 'dropped') return 'discount_apply_failed';
  const { code, body, unsettled } = answer.problem;
  if (!body) return 'discount_server_error';
  return unsettled && code !== 'rate_limited' ? 'discount_apply_failed' : code;
}
