import { describe, expect, it, vi } from 'vitest';
import type { Answer } from '../api/call';
import type { DealCheckoutResponse, PlanPrice, ProblemBody } from '../rules/wire';
import { createDealCheckout, type DealOutside } from './deal-checkout';

const price: PlanPrice = {
  product_id: 'deal-12m',
  currency: 'EUR',
  facts: { book: 1, list: 15588, price: 3999, extra_months: 4 },
  due_now: 3999,
  renewal: 3999,
  per_month: { text: '', amount: '', symbol: '', symbol_first: true },
  per_month_exact: false,
  due_now_text: '€39.99',
  renewal_text: '€39.99',
  saving_percent: 74,
};
const PAY_PAGE: Answer<DealCheckoutResponse> = {
  kind: 'ok',
  value: { status: 'ok', checkout_url: 'https://pay.example/1', message: '' },
};

function refused(code: string, more: Partial<ProblemBody> = {}): Answer<DealCheckoutResponse> {
  const body = { code, request_id: '1', ...more } as ProblemBody;
  return { kind: 'problem', problem: { code, unsettled: false, body } };
}

function flow(...answers: Answer<DealCheckoutResponse>[]) {
  let keys = 0;
  const outside = {
    deals: [{ package: 12, price }],
    hosts: [],
    checkEmail: async (email: string) => (email.includes('@') ? undefined : `refused ${email}`),
    start: vi.fn<DealOutside['start']>(async () => answers.shift() ?? PAY_PAGE),
    circumstances: () => ({}),
    isCheckoutAddress: async (address: string) => address.startsWith('https://pay.example/'),
    attemptKey: () => `key${++keys}`,
    remember: vi.fn(),
    leaveTo: vi.fn(),
  };
  const checkout = createDealCheckout(outside);
  const atMethods = async () => {
    checkout.getState().choose(12);
    await checkout.getState().giveEmail(' a@example.com ');
  };
  return { outside, get: checkout.getState, atMethods };
}

describe('the way through the dialogs', () => {
  it('asks for the e-mail, then for the method, and leaves for the pay page', async () => {
    const { outside, get, atMethods } = flow();
    await atMethods();
    expect(get()).toMatchObject({ step: 'method', email: 'a@example.com', isBusy: false });
    await get().pay('card');
    const body = { package: 12, selectedPackage: 12, email: 'a@example.com', expected_amount: 3999 };
    expect(outside.start).toHaveBeenCalledWith(
      'card',
      expect.objectContaining({ ...body, expected_renewal: 3999 }),
      'key1',
    );
    expect(outside.leaveTo).toHaveBeenCalledWith('https://pay.example/1');
    expect(outside.remember).toHaveBeenCalledWith('a@example.com');
    expect(get().isBusy).toBe(true);
  });

  it('names no renewal to iDEAL, after which nothing renews', async () => {
    const { outside, get, atMethods } = flow();
    await atMethods();
    await get().pay('ideal');
    expect(outside.start.mock.calls[0]?.[1]).not.toHaveProperty('expected_renewal');
  });

  it('refuses what is no address with the word of the rule, and typing takes it away', async () => {
    const { get } = flow();
    get().choose(12);
    await get().giveEmail('nothing');
    expect(get()).toMatchObject({ step: 'email', emailProblem: 'refused nothing' });
    get().typed();
    expect(get().emailProblem).toBeUndefined();
  });

  it.each(['email', 'method'] as const)('forgets everything when the dialog %s is closed', async (step) => {
    const { get, atMethods } = flow(refused('payment_failed'));
    await atMethods();
    await get().pay('card');
    expect(get().problem?.code).toBe('payment_failed');
    if (step === 'email') get().choose(12);
    get().close(step);
    const nothing = { step: 'none', package: undefined, email: '', emailProblem: undefined, method: undefined };
    expect(get()).toMatchObject({ ...nothing, isBusy: false, problem: undefined });
  });

  it('is not ended by a dialog that gave way to the next', async () => {
    const { get, atMethods } = flow();
    await atMethods();
    get().close('email');
    expect(get().step).toBe('method');
  });
});

describe('a payment', () => {
  it('is started once, however often it is asked for', async () => {
    const { outside, get, atMethods } = flow();
    await atMethods();
    await Promise.all([get().pay('card'), get().pay('card'), get().pay('ideal')]);
    expect(outside.start).toHaveBeenCalledTimes(1);
  });

  it('leads nowhere once it was cancelled', async () => {
    const { outside, get, atMethods } = flow();
    await atMethods();
    const paying = get().pay('card');
    get().close('method');
    await paying;
    expect(outside.leaveTo).not.toHaveBeenCalled();
    expect(get().step).toBe('none');
  });

  it('can be tried again after a failure, as the same order while that is not settled', async () => {
    const lost: Answer<DealCheckoutResponse> = {
      kind: 'problem',
      problem: { code: 'payment_failed', unsettled: true },
    };
    const { outside, get, atMethods } = flow(lost);
    await atMethods();
    await get().pay('card');
    expect(get()).toMatchObject({ step: 'method', isBusy: false, problem: { code: 'payment_failed' } });
    await get().pay('card');
    expect(outside.start.mock.calls.map(([, , key]) => key)).toEqual(['key1', 'key1']);
  });

  it('never leads to an address that is none of a provider', async () => {
    const { outside, get, atMethods } = flow({
      kind: 'ok',
      value: { status: 'ok', checkout_url: 'https://elsewhere.example/', message: '' },
    });
    await atMethods();
    await get().pay('card');
    expect(outside.leaveTo).not.toHaveBeenCalled();
    expect(get().problem?.code).toBe('payment_failed');
  });

  it('asks before it is bought at another price', async () => {
    const now = { product_id: 'deal-12m', currency: 'EUR', due_now: 4999, due_now_text: '€49.99' };
    const { outside, get, atMethods } = flow(refused('price_changed', { due: now }));
    await atMethods();
    await get().pay('ideal');
    expect(get()).toMatchObject({ step: 'repriced', before: '€39.99', isBusy: false });
    get().close('method');
    expect(get().step).toBe('repriced');
    await get().accept();
    expect(outside.start.mock.calls[1]?.[1]).toMatchObject({ expected_amount: 4999 });
    expect(outside.start.mock.calls[1]?.[2]).toBe('key2');
    expect(outside.leaveTo).toHaveBeenCalledTimes(1);
  });

  it('goes back to the e-mail that the server refuses', async () => {
    const { get, atMethods } = flow(refused('email_address_invalid', { field: 'email' }));
    await atMethods();
    await get().pay('card');
    expect(get()).toMatchObject({ step: 'email', email: 'a@example.com', emailProblem: 'email_address_invalid' });
  });
});
