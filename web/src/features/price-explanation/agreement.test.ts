import { describe, expect, it, vi } from 'vitest';
import type { Answer } from '../../api/call';
import type { InitialData, Page, PlanPrice, PriceExplanation } from '../../rules/wire';
import { agrees, holdsAtServer } from './agreement';

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
});

describe('the server, asked again', () => {
  const priced = { ...price, facts: { ...price.facts, code: 'SPRING20' } };

  const noPage = () => Promise.reject(new Error('plans are not read from the page'));

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
    expect(await holdsAtServer(priced, { plans, page: noPage })).toBe(holds);
    expect(plans).toHaveBeenCalledWith('SPRING20');
  });

  it('says nothing: then the checkout decides', async () => {
    const lost: Answer<InitialData> = { kind: 'problem', problem: { code: 'something_wrong', unsettled: true } };
    expect(await holdsAtServer(price, { plans: () => Promise.resolve(lost), page: noPage })).toBe(true);
  });

  it('no longer sells the plan', async () => {
    const none: Answer<InitialData> = { kind: 'ok', value: { packages: [] } as unknown as InitialData };
    expect(await holdsAtServer(price, { plans: () => Promise.resolve(none), page: noPage })).toBe(false);
  });
});

describe('the page of the deals, made anew', () => {
  const deal: PlanPrice = { ...price, product_id: 'deal-12m', currency: 'EUR' };
  const noPlans = () => Promise.reject(new Error('deals are not among the plans'));
  const holds = (content: unknown) => {
    const page = content === undefined ? undefined : ({ content } as Page);
    return holdsAtServer(deal, { plans: noPlans, page: () => Promise.resolve(page) });
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
