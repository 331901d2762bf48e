import { describe, expect, it, vi } from 'vitest';
import type { Answer } from '../../api/call';
import type { InitialData, PlanPrice, PriceExplanation } from '../../rules/wire';
import { agrees, holdsAtServer } from './agreement';

const price: PlanPrice = {
  product_id: 'vpn-12m',
  currency: 'AED',
  facts: { book: 1, list: 300, price: 150 },
  due_now: 150,
  renewal: 150,
  per_month: { text: '', amount: '', symbol: '', symbol_first: false },
  per_month_exact: true,
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
  ])('differs by %j alone', (other) => {
    expect(agrees(price, { ...made, ...other } as PriceExplanation)).toBe(false);
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
    const ask = vi.fn(() => Promise.resolve(answer(due, renewal)));
    expect(await holdsAtServer(priced, ask)).toBe(holds);
    expect(ask).toHaveBeenCalledWith('SPRING20');
  });

  it('says nothing: then the checkout decides', async () => {
    const lost: Answer<InitialData> = { kind: 'problem', problem: { code: 'something_wrong', unsettled: true } };
    expect(await holdsAtServer(price, () => Promise.resolve(lost))).toBe(true);
  });

  it('is not asked about a deal, which it does not list: then the checkout decides', async () => {
    const ask = vi.fn(() => Promise.resolve(answer(1, 1)));
    expect(await holdsAtServer({ ...price, product_id: 'deal-12m' }, ask)).toBe(true);
    expect(ask).not.toHaveBeenCalled();
  });

  it('no longer sells the plan', async () => {
    const none: Answer<InitialData> = { kind: 'ok', value: { packages: [] } as unknown as InitialData };
    expect(await holdsAtServer(price, () => Promise.resolve(none))).toBe(false);
  });
});
