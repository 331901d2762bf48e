import type { Answer } from '../../api/call';
import type { Figures } from '../../rules/client';
import type {
  AmountDue,
  BundleResponse,
  DiscountCodeResponse,
  InitialData,
  Page,
  PlanPrice,
  PriceExplanation,
  PriceLabel,
} from '../../rules/wire';

/** The price of a plan, a deal or a one-off purchase. */
export type ExplainedPrice = PlanPrice | Required<AmountDue>;

/** Whether the computed figures equal the page's price. */
export function agreesInFigures(price: ExplainedPrice, made: Partial<Figures> | undefined): boolean {
  const renewal = 'renewal' in price ? price.renewal : undefined;
  return made?.due_now === price.due_now && made.renewal === renewal;
}

/** Whether the computed explanation equals the page's price, figures and texts, byte for byte. */
export function agrees(price: ExplainedPrice, made: PriceExplanation | undefined): boolean {
  if (!made || !agreesInFigures(price, made) || made.due_now_text !== price.due_now_text) return false;
  return !('renewal' in price) || agreesPerTerm(price, made);
}

function agreesPerTerm(price: PlanPrice, made: PriceExplanation): boolean {
  return (
    made.renewal_text === price.renewal_text &&
    made.before_text === price.before_text &&
    made.saving_percent === price.saving_percent &&
    made.per_month_exact === price.per_month_exact &&
    made.per_month_before === price.per_month_before &&
    sameLabel(made.per_month, price.per_month)
  );
}

/** Compares each piece, because a card separates symbol and figure. */
function sameLabel(made: PriceLabel | undefined, shown: PriceLabel): boolean {
  const { text, amount, symbol, symbol_first } = shown;
  return made?.text === text && made.amount === amount && made.symbol === symbol && made.symbol_first === symbol_first;
}

/** The prefix of deals' product ids. */
const DEAL = 'deal-';

/** The sources of the current prices. */
export interface Asked {
  /** The call for the plans, which lists no deals. */
  plans: (code: string) => Promise<Answer<InitialData>>;
  /** The current page, rendered again. */
  page: () => Promise<Page | undefined>;
  /** The call for a country's data plans. */
  bundle: (id: number) => Promise<Answer<BundleResponse>>;
  /** A code's effect on a data plan's price. */
  discount: (
    code: string,
    price: number,
    plan: { currency: string; structured_data: string },
  ) => Promise<Answer<DiscountCodeResponse>>;
}

/** Whether the server still gives the page's figures. If it cannot answer now, the checkout decides. */
export function holdsAtServer(price: ExplainedPrice, asked: Asked): Promise<boolean> {
  if (!('renewal' in price)) return price.facts.code ? codeHolds(price, asked) : refillHolds(price, asked);
  return price.product_id.startsWith(DEAL) ? dealHolds(price, asked) : planHolds(price, asked);
}

async function refillHolds({ product_id, currency, due_now }: Required<AmountDue>, { bundle }: Asked) {
  // A data plan's id begins with its bundle's number.
  const answer = await bundle(Number.parseInt(product_id, 10));
  if (answer.kind !== 'ok') return true;
  const plan = answer.value.data.refills.find(({ structured_data }) => structured_data === product_id);
  return (currency === 'EUR' ? plan?.price_eur : plan?.price_usd) === due_now;
}

async function codeHolds({ product_id, currency, due_now, facts }: Required<AmountDue>, { discount }: Asked) {
  const answer = await discount(facts.code ?? '', facts.price, { currency, structured_data: product_id });
  return answer.kind !== 'ok' || answer.value.data === due_now;
}

async function planHolds(price: PlanPrice, { plans }: Asked): Promise<boolean> {
  // The server identifies a trial by the code `trial`, whatever code reduces the later terms.
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
