import type { Answer } from '../../api/call';
import type { InitialData, PlanPrice, PriceExplanation } from '../../rules/wire';

/** Whether what was computed is what the page sells at, figures and texts, to the byte. */
export function agrees(price: PlanPrice, made: PriceExplanation): boolean {
  return (
    made.due_now === price.due_now &&
    made.renewal === price.renewal &&
    made.due_now_text === price.due_now_text &&
    made.renewal_text === price.renewal_text &&
    made.before_text === price.before_text &&
    made.saving_percent === price.saving_percent
  );
}

/** What begins the product ids of deals, which the call for the plans does not list. */
const DEAL = 'deal-';

/** Whether the server still says the figures of the page. What it cannot say now is left to the checkout. */
export async function holdsAtServer(
  price: PlanPrice,
  ask: (code: string) => Promise<Answer<InitialData>>,
): Promise<boolean> {
  if (price.product_id.startsWith(DEAL)) return true;
  // A trial is asked for by its word, whatever code reduces what comes after it.
  const answer = await ask(price.facts.trial_days ? 'trial' : (price.facts.code ?? ''));
  if (answer.kind !== 'ok') return true;
  const plan = answer.value.packages.find(({ product_id }) => product_id === price.product_id);
  const amount = (entries: { currency: string; unit_amount: number }[] | undefined) =>
    entries?.find(({ currency }) => currency === price.currency)?.unit_amount;
  return amount(plan?.billing_amount) === price.due_now && amount(plan?.renewal_amount) === price.renewal;
}
