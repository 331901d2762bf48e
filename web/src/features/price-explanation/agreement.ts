import type { Answer } from '../../api/call';
import type { InitialData, Page, PlanPrice, PriceExplanation, PriceLabel } from '../../rules/wire';

/** Whether what was computed is what the page sells at, figures and texts, to the byte. */
export function agrees(price: PlanPrice, made: PriceExplanation): boolean {
  return (
    made.due_now === price.due_now &&
    made.renewal === price.renewal &&
    made.due_now_text === price.due_now_text &&
    made.renewal_text === price.renewal_text &&
    made.before_text === price.before_text &&
    made.saving_percent === price.saving_percent &&
    made.per_month_exact === price.per_month_exact &&
    made.per_month_before === price.per_month_before &&
    sameLabel(made.per_month, price.per_month)
  );
}

/** Piece by piece, because a card sets its symbol and its figure apart. */
function sameLabel(made: PriceLabel | undefined, shown: PriceLabel): boolean {
  const { text, amount, symbol, symbol_first } = shown;
  return made?.text === text && made.amount === amount && made.symbol === symbol && made.symbol_first === symbol_first;
}

/** What begins the product ids of deals. */
const DEAL = 'deal-';

/** Where the prices of today are read. */
export interface Asked {
  /** The call for the plans, which lists no deals. */
  plans: (code: string) => Promise<Answer<InitialData>>;
  /** The page at hand, made anew. */
  page: () => Promise<Page | undefined>;
}

/** Whether the server still says the figures of the page. What it cannot say now is left to the checkout. */
export function holdsAtServer(price: PlanPrice, asked: Asked): Promise<boolean> {
  return price.product_id.startsWith(DEAL) ? dealHolds(price, asked) : planHolds(price, asked);
}

async function planHolds(price: PlanPrice, { plans }: Asked): Promise<boolean> {
  // A trial is asked for by its word, whatever code reduces what comes after it.
  const answer = await plans(price.facts.trial_days ? 'trial' : (price.facts.code ?? ''));
  if (answer.kind !== 'ok') return true;
  const plan = answer.value.packages.find(({ product_id }) => product_id === price.product_id);
  const amount = (entries: { currency: string; unit_amount: number }[] | undefined) =>
    entries?.find(({ currency }) => currency === price.currency)?.unit_amount;
  return amount(plan?.billing_amount) === price.due_now && amount(plan?.renewal_amount) === price.renewal;
}

async function dealHolds(price: PlanPrice, { page }: Asked): Promise<boolean> {
  const content = (await page())?.content;
  if (content?.page !== 'affiliate-vpn-deals') return true;
  const now = content.deals.find((deal) => deal.price.product_id === price.product_id)?.price;
  return now?.due_now === price.due_now && now.renewal === price.renewal;
}
