import { describe, expect, it, vi } from 'vitest';
import type { Answer } from '../../api/call';
import type {
  BundleResponse,
  DiscountCodeResponse,
  InitialData,
  Page,
  PlanPrice,
  PriceExplanation,
  RefillItem,
} from '../../rules/wire';
import { type Asked, agrees, agreesInFigures, holdsAtServer } from './agreement';

const price: PlanPrice = {
  product_id: 'vpn-12m',
  currency: 'AED',
  facts: { book: 1, list: 300, price: 150 },
  due_now: 150,
  renewal: 150,
  per_month: { text: '0.75 AED', amount: '0.75', symbol: 'AED', symbol_first: false },
  per_month_exact: true,
  per_month_before: '1.50 AED',
  due_now_text: '1.50',
  before_text: '3.00',
  renewal_text: '1.50',
  saving_percent: 50,
};
const made: PriceExplanation = {
  due_now: 150,
  renewal: 150,
  due_now_text: '1.50',
  renewal_text: '1.50',
  before_text: '3.00',
  saving_percent: 50,
  per_month: { ...price.per_month },
  per_month_exact: true,
  per_month_before: '1.50 AED',
  lines: [],
};
const once = {
  product_id: '1-3072-15',
  currency: 'EUR',
  due_now: 649,
  due_now_text: '€6.49',
  facts: { book: 1, list: 649, price: 649 },
};

/** Answers one of the calls, and fails on every other one. */
function only(question: Partial<Asked>): Asked {
  const never = (what: string) => () => Promise.reject(new Error(`${what} is not asked`));
  return {
    plans: never('the list of plans'),
    page: never('the page'),
    bundle: never('the bundle'),
    discount: never('the code'),
    ...question,
  };
}

const LOST: Answer<never> = { kind: 'problem', problem: { code: 'something_wrong', unsettled: true } };

describe('what was computed', () => {
  it('agrees when every figure and text is the same', () => {
    expect(agrees(price, made)).toBe(true);
  });

  it.each([
    { due_now: 151 },
    { renewal: 151 },
    { due_now_text: '1,50' },
    { renewal_text: '1.50\u00a0' },
    { before_text: undefined },
    { saving_percent: 49 },
    { per_month: undefined },
    { per_month: { ...price.per_month, text: '0.76 AED' } },
    { per_month: { ...price.per_month, amount: '0.76' } },
    { per_month: { ...price.per_month, symbol: 'SAR' } },
    { per_month: { ...price.per_month, symbol_first: true } },
    { per_month_exact: false },
    { per_month_before: '1.51 AED' },
    { per_month_before: undefined },
  ])('differs by %j alone', (other) => {
    expect(agrees(price, { ...made, ...other } as PriceExplanation)).toBe(false);
  });

  it('is nothing where the facts are those of no price', () => {
    expect(agrees(price, undefined)).toBe(false);
    expect(agreesInFigures(price, undefined)).toBe(false);
  });

  it.each([
    [{ due_now: 150, renewal: 150 }, true],
    [{ due_now: 151, renewal: 150 }, false],
    [{ due_now: 150, renewal: 151 }, false],
    [{ due_now: 150, renewal: undefined }, false],
  ])('agrees in figures: %j', (figures, equal) => {
    expect(agreesInFigures(price, figures)).toBe(equal);
  });

  it.each([
    [{}, true],
    [{ due_now: 648 }, false],
    [{ due_now_text: '6,49 €' }, false],
    [{ renewal: 649 }, false],
  ])('of what is paid once is its total and no renewal: %j', (other, equal) => {
    const computed = { due_now: 649, due_now_text: '€6.49', saving_percent: 0, per_month_exact: false, lines: [] };
    expect(agrees(once, { ...computed, ...other } as PriceExplanation)).toBe(equal);
  });
});

describe('the server, asked again', () => {
  const priced = { ...price, facts: { ...price.facts, code: 'SPRING20' } };

  const answer = (due: number, renewal: number): Answer<InitialData> => {
    const entries = (unit_amount: number) => [
      { currency: 'USD', unit_amount: 1 },
      { currency: 'AED', unit_amount },
    ];
    const plan = { product_id: 'vpn-12m', billing_amount: entries(due), renewal_amount: entries(renewal) };
    return { kind: 'ok', value: { packages: [plan] } as unknown as InitialData };
  };

  it.each([
    [150, 150, true],
    [151, 150, false],
    [150, 151, false],
  ])('says %i and %i: holds is %s', async (due, renewal, holds) => {
    const plans = vi.fn(() => Promise.resolve(answer(due, renewal)));
    expect(await holdsAtServer(priced, only({ plans }))).toBe(holds);
    expect(plans).toHaveBeenCalledWith('SPRING20');
  });

  it('says nothing: then the checkout decides', async () => {
    expect(await holdsAtServer(price, only({ plans: () => Promise.resolve(LOST) }))).toBe(true);
  });

  it('no longer sells the plan', async () => {
    const none: Answer<InitialData> = { kind: 'ok', value: { packages: [] } as unknown as InitialData };
    expect(await holdsAtServer(price, only({ plans: () => Promise.resolve(none) }))).toBe(false);
  });
});

describe('the page of the deals, made anew', () => {
  const deal: PlanPrice = { ...price, product_id: 'deal-12m', currency: 'EUR' };
  const holds = (content: unknown) => {
    const page = content === undefined ? undefined : ({ content } as Page);
    return holdsAtServer(deal, only({ page: () => Promise.resolve(page) }));
  };
  const made = (...prices: Partial<PlanPrice>[]) => ({
    page: 'affiliate-vpn-deals',
    deals: prices.map((one) => ({ price: { ...deal, ...one } })),
  });
  const other = { product_id: 'deal-1m', due_now: 1 };

  it('sells the deal at the same figures', async () => {
    expect(await holds(made(other, {}))).toBe(true);
  });

  it.each([{ due_now: 151 }, { renewal: 151 }])('sells it at %j', async (now) => {
    expect(await holds(made(other, now))).toBe(false);
  });

  it('no longer sells it', async () => {
    expect(await holds(made(other))).toBe(false);
  });

  it.each([undefined, { page: 'unavailable' }])('is %j: then the checkout decides', async (content) => {
    expect(await holds(content)).toBe(true);
  });
});

describe('the bundle of a data plan, asked again', () => {
  const selling = (...refills: Partial<RefillItem>[]): Answer<BundleResponse> => ({
    kind: 'ok',
    value: { status: 'ok', data: { refills } } as BundleResponse,
  });
  const sold = (price_usd: number, price_eur: number) => ({ structured_data: '1-3072-15', price_usd, price_eur });

  it.each([
    [selling(sold(1, 649)), true],
    [selling(sold(649, 650)), false],
    [selling({ ...sold(649, 649), structured_data: '1-1024-7' }), false],
    [LOST, true],
  ])('%#: its price holds, or the checkout decides', async (answer, holds) => {
    const bundle = vi.fn(() => Promise.resolve(answer));
    expect(await holdsAtServer(once, only({ bundle }))).toBe(holds);
    expect(bundle).toHaveBeenCalledWith(1);
  });

  it.each<[Answer<DiscountCodeResponse>, boolean]>([
    [{ kind: 'ok', value: { status: 'ok', data: 584 } }, true],
    [{ kind: 'ok', value: { status: 'ok', data: 585 } }, false],
    [{ kind: 'ok', value: { status: 'error', data: 'Invalid discount code' } }, false],
    [LOST, true],
  ])('%#: what a code leaves holds, or the checkout decides', async (answer, holds) => {
    const discount = vi.fn(() => Promise.resolve(answer));
    const reduced = { ...once, due_now: 584, facts: { ...once.facts, code: 'TRAVEL10', code_percent: 1000 } };
    expect(await holdsAtServer(reduced, only({ discount }))).toBe(holds);
    expect(discount).toHaveBeenCalledWith('TRAVEL10', 649, { currency: 'EUR', structured_data: '1-3072-15' });
  });
});
