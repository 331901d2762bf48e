import type { Answer } from '../api/call';
import type { Discounted, Rules } from '../rules/client';
import type { DiscountCodeResponse, Language, RefillItem } from '../rules/wire';

/** What is left of a price, and what came off. */
interface Left extends Omit<Discounted, 'due'> {
  minor: number;
  text: string;
}

/** A code that takes something off a plan, in both currencies: the way to pay may still change. */
export interface EsimDiscount {
  code: string;
  due: Record<'USD' | 'EUR', Left>;
}

type Ask = (
  code: string,
  price: number,
  query: { currency: string; structured_data: string },
) => Promise<Answer<DiscountCodeResponse>>;

/**
 * Asks the server what a code leaves of both prices of a plan; the rules compute what that is in percent. A problem code
 * says why there is no discount.
 */
export async function discountOf(
  code: string,
  plan: RefillItem,
  { ask, rules, language }: { ask: Ask; rules: Pick<Rules, 'discounted'>; language: Language },
): Promise<EsimDiscount | string> {
  const left = async (currency: 'USD' | 'EUR', price: number): Promise<Left | string> => {
    const answer = await ask(code, price, { currency, structured_data: plan.structured_data });
    if (answer.kind !== 'ok') return refusalOf(answer);
    const { status, data, code: problem } = answer.value;
    if (status !== 'ok' || typeof data !== 'number') return problem ?? 'discount_code_invalid';
    const shown = await rules.discounted(price, data, currency, language);
    if (!shown) return 'discount_apply_failed';
    return { minor: data, text: shown.due, percent: shown.percent, saved: shown.saved };
  };
  const [usd, eur] = await Promise.all([left('USD', plan.price_usd), left('EUR', plan.price_eur)]);
  if (typeof usd === 'string') return usd;
  if (typeof eur === 'string') return eur;
  return { code, due: { USD: usd, EUR: eur } };
}

/** A call that came to nothing, in the sentences of the specification (section 7, discount code). */
function refusalOf(answer: Exclude<Answer<unknown>, { kind: 'ok' }>): string {
  if (answer.kind === 'dropped') return 'discount_apply_failed';
  const { code, body, unsettled } = answer.problem;
  if (!body) return 'discount_server_error';
  return unsettled && code !== 'rate_limited' ? 'discount_apply_failed' : code;
}
