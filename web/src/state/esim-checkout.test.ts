import { describe, expect, it, vi } from 'vitest';
import { vectors } from '../../vectors';
import type { Answer } from '../api/call';
import type { AppliedCode, BundleDetail, EsimPaymentResponse, ProblemBody, RefillItem } from '../rules/wire';
import { createEsimCheckout, dueBy, type EsimCheckoutOutside, listPrice, type Method } from './esim-checkout';

const plan = {
  structured_data: '1-10240-30',
  price_usd: 1349,
  price_usd_text: '$13.49',
  price_eur: 1249,
  price_eur_text: '€12.49',
} as RefillItem;
const other = { ...plan, structured_data: '1-1024-7' };
/** A code's effect on the plan. */
const left = (due_now: number, due_now_text: string): AppliedCode => ({
  due: { product_id: '1-10240-30', currency: 'USD', due_now, due_now_text },
  percent_text: '10.0',
  discount_text: '-$1.50',
});
const PAY_PAGE: Answer<EsimPaymentResponse> = {
  kind: 'ok',
  value: { status: 'ok', data: { checkout_url: 'https://pay.example/1?a=b' } },
};

function refused(code: string, more: Partial<ProblemBody> = {}): Answer<EsimPaymentResponse> {
  const body = { code, request_id: '1', ...more } as ProblemBody;
  return { kind: 'problem', problem: { code, unsettled: false, body } };
}

function flow(method: Method, ...answers: Answer<EsimPaymentResponse>[]) {
  let keys = 0;
  let kept: unknown;
  const outside = {
    bundle: { id: 1, price_book: 7 } as BundleDetail,
    hosts: [],
    checkEmail: async (email: string) => (email.includes('@') ? undefined : 'email_required'),
    checkCode: async () => undefined,
    discount: vi.fn<EsimCheckoutOutside['discount']>(async () => 'discount_code_invalid'),
    renewed: vi.fn<EsimCheckoutOutside['renewed']>(async () => undefined),
    pay: vi.fn<EsimCheckoutOutside['pay']>(async () => answers.shift() ?? PAY_PAGE),
    circumstances: () => ({}),
    isCheckoutAddress: async (address: string) => address.startsWith('https://pay.example/'),
    attemptKey: () => `key${++keys}`,
    memory: {
      kept: () => kept,
      keep: (attempt: unknown) => {
        kept = attempt;
      },
    },
    remember: vi.fn(),
    drop: vi.fn(),
    leaveTo: vi.fn(),
  };
  /** The same page, reloaded in the same history entry. */
  const again = () => createEsimCheckout({ plan, method }, outside).getState;
  return { outside, again, get: again() };
}

describe('paying for a data plan', () => {
  it.each([
    ['card', 'stripe', 'USD', 1349, 'https://pay.example/1?a=b&payment_method=card'],
    ['ideal', 'mollie', 'EUR', 1249, 'https://pay.example/1?a=b&payment_method=mollie'],
  ] as const)('leaves for the pay page and lets go of the plan: %s', async (method, provider, currency, due, page) => {
    const { outside, get } = flow(method);
    await get().submit('a@example.com');
    const body = { bundle_id: '1', payment_method: method, structured_data: '1-10240-30', expected_amount: due };
    expect(outside.pay.mock.calls).toEqual([[provider, { email: 'a@example.com', currency, ...body }, 'key1']]);
    expect(outside.drop).toHaveBeenCalledTimes(1);
    expect(outside.leaveTo).toHaveBeenCalledWith(page);
    expect(get().stage).toEqual({ phase: 'leaving' });
  });

  it.each([
    ['/c', '/c?payment_method=card'],
    ['/c?', '/c?payment_method=card'],
    ['/c#fidkdWxOYHwnPyd1', '/c?payment_method=card#fidkdWxOYHwnPyd1'],
    ['/p/1?lang=nl#top', '/p/1?lang=nl&payment_method=card#top'],
    ['/test-mode?method=ideal&token=3.dpa2fe', '/test-mode?method=ideal&token=3.dpa2fe&payment_method=card'],
    ['/?payment_method=mollie&x=1', '/?payment_method=card&x=1'],
    ['/?payment_method=a&x=1&payment_method=b', '/?payment_method=card&x=1'],
    ['/?x=1&payment_method&y=2', '/?x=1&payment_method=card&y=2'],
    ['/?payment%5Fmethod=a', '/?payment_method=card'],
    ['/?Payment_Method=a', '/?Payment_Method=a&payment_method=card'],
    ['/?payment%255Fmethod=a', '/?payment%255Fmethod=a&payment_method=card'],
    ['/#payment_method=a', '/?payment_method=card#payment_method=a'],
    ['/payment_method=a/?b=1', '/payment_method=a/?b=1&payment_method=card'],
    ['/?a=%E2%82%AC&b=1%2B1', '/?a=%E2%82%AC&b=1%2B1&payment_method=card'],
  ])('names the way to pay once, and leaves the rest of the address: %s', async (page, with_method) => {
    const checkout_url = `https://pay.example${page}`;
    const { outside, get } = flow('card', { kind: 'ok', value: { status: 'ok', data: { checkout_url } } });
    await get().submit('a@example.com');
    expect(outside.leaveTo).toHaveBeenCalledWith(`https://pay.example${with_method}`);
  });

  it('is in the currency that the core takes where none is named', () => {
    const read = vectors<[{ currency?: string }, Method], { value?: { currency: string } }>(
      'checkout',
      'checkout_read_esim',
    );
    const usual = read.flatMap(({ input: [{ currency }, method], expect: { value } }) =>
      !currency && value ? [[method, value.currency] as const] : [],
    );
    expect(new Set(usual.map(([method]) => method))).toEqual(new Set(['card', 'ideal']));
    for (const [method, currency] of usual) expect(listPrice({ plan, book: 7 }, method).currency).toBe(currency);
  });

  it('sends one order however often the button is pressed, and nothing of it can be changed', async () => {
    const { outside, get } = flow('card');
    const paying = get().submit('a@example.com');
    expect(get().stage).toEqual({ phase: 'submitting' });
    get().chooseMethod('ideal');
    get().choosePlan(other);
    await get().submit('a@example.com');
    await paying;
    expect(outside.pay).toHaveBeenCalledTimes(1);
    expect(get()).toMatchObject({ method: 'card', plan });
  });

  it('asks for the e-mail before anything is sent', async () => {
    const { outside, get } = flow('card');
    await get().submit('');
    expect(get()).toMatchObject({ emailProblem: 'email_required', stage: { phase: 'idle' } });
    expect(outside.pay).not.toHaveBeenCalled();
  });

  it.each<[string, Answer<EsimPaymentResponse>, string]>([
    ['the server', refused('create_payment_failed'), 'create_payment_failed'],
    ['no answer', { kind: 'problem', problem: { code: 'something_wrong', unsettled: true } }, 'create_payment_broken'],
    [
      'an address of nobody',
      { kind: 'ok', value: { status: 'ok', data: { checkout_url: 'https://elsewhere.example/' } } },
      'create_payment_failed',
    ],
  ])('is refused by %s, and the plan is kept', async (_, answer, code) => {
    const { outside, get } = flow('card', answer);
    await get().submit('a@example.com');
    expect(get().stage).toMatchObject({ phase: 'refused', problem: { code } });
    expect(outside.drop).not.toHaveBeenCalled();
    expect(outside.leaveTo).not.toHaveBeenCalled();
  });

  it('keeps its key when the page comes back, for as long as the same is asked for', async () => {
    const { outside, again, get } = flow('card');
    await get().submit('a@example.com');
    get().returned();
    await get().submit('a@example.com');
    const reloaded = again();
    await reloaded().submit('a@example.com');
    await again()().submit('b@example.com');
    expect(outside.pay.mock.calls.map(([, , key]) => key)).toEqual(['key1', 'key1', 'key1', 'key2']);
  });

  it('asks before it buys what was bought a short while ago, and a yes says so', async () => {
    const bought = { minutes: 3, when_text: '3 minutes ago', receipt_url: 'https://pay.example/receipt' };
    const no = refused('bought_just_now', { bought });
    const { outside, again, get } = flow('card', no, PAY_PAGE);
    await get().submit('a@example.com');
    expect(get().stage).toMatchObject({ phase: 'bought', bought, due: { due_now: 1349 } });
    expect(outside.leaveTo).not.toHaveBeenCalled();
    await get().accept();
    expect(outside.pay.mock.calls.map(([, body]) => body.buy_another)).toEqual([undefined, true]);
    expect(outside.leaveTo).toHaveBeenCalledTimes(1);
    // Going back from the second purchase is an attempt at the second one.
    await again()().submit('a@example.com');
    const [, yes, back] = outside.pay.mock.calls.map(([, , key]) => key);
    expect(back).toBe(yes);
  });

  it('shows what was bought instead, or goes back to the form', async () => {
    const bought = { minutes: 3, when_text: '3 minutes ago', receipt_url: 'https://pay.example/receipt' };
    const no = refused('bought_just_now', { bought });
    const { outside, get } = flow('card', no, no);
    await get().submit('a@example.com');
    get().decline();
    expect(get().stage).toEqual({ phase: 'idle' });
    await get().submit('a@example.com');
    await get().showBought();
    expect(outside.leaveTo.mock.calls).toEqual([['https://pay.example/receipt']]);
    expect(outside.pay).toHaveBeenCalledTimes(2);
  });

  it('remembers what stands in the fields, and fills it in again', async () => {
    const { outside, get } = flow('card');
    const applied = left(1124, '€11.24');
    outside.discount.mockResolvedValue({ code: 'TRAVEL10', applied: { USD: applied, EUR: applied } });
    const answers = { plan: '1-10240-30', email: 'a@example.com', method: 'ideal', code: 'TRAVEL10' } as const;
    await get().fill(answers);
    expect(get()).toMatchObject({ method: 'ideal', filled: answers, discount: { code: 'TRAVEL10' } });
    await get().submit('a@example.com');
    expect(outside.remember.mock.calls).toEqual([[answers]]);
  });

  it('shows the price of now when a code is asked about for one of before, and asks again', async () => {
    const { outside, get } = flow('card');
    const dearer = { ...plan, price_usd: 1499, price_usd_text: '$14.99' };
    const applied = left(1349, '$13.49');
    outside.discount.mockResolvedValueOnce('price_changed');
    outside.discount.mockResolvedValueOnce({ code: 'TRAVEL10', applied: { USD: applied, EUR: applied } });
    outside.renewed.mockResolvedValue({ plan: dearer, book: 8 });
    await get().applyCode('TRAVEL10');
    expect(get()).toMatchObject({ plan: dearer, book: 8, isApplying: false, discount: { code: 'TRAVEL10' } });
    expect(get().stage).toMatchObject({ phase: 'repriced', before: { due_now: 1349 }, now: applied.due });
    await get().accept();
    expect(get().stage).toEqual({ phase: 'idle' });
    expect(outside.pay).not.toHaveBeenCalled();
  });

  it('says that the price has changed where the new one cannot be had', async () => {
    const { outside, get } = flow('card');
    outside.discount.mockResolvedValue('price_changed');
    await get().applyCode('TRAVEL10');
    expect(get()).toMatchObject({ codeProblem: 'price_changed', isApplying: false, stage: { phase: 'idle' } });
  });

  it('shows a changed price, and a yes pays it', async () => {
    const due = { product_id: '1-10240-30', currency: 'USD', due_now: 1499, due_now_text: '$14.99' };
    const { outside, get } = flow('card', refused('price_changed', { due }));
    await get().submit('a@example.com');
    expect(get().stage).toMatchObject({ phase: 'repriced', before: { due_now: 1349 }, now: due });
    await get().accept();
    expect(outside.pay.mock.calls.map(([, body]) => body.expected_amount)).toEqual([1349, 1499]);
    expect(outside.leaveTo).toHaveBeenCalledTimes(1);
  });
});

describe('the price of a data plan', () => {
  it.each([
    ['card', 'USD', 1349, '$13.49'],
    ['ideal', 'EUR', 1249, '€12.49'],
  ] as const)('carries the facts of its currency: %s', (method, currency, price, text) => {
    expect(listPrice({ plan, book: 7 }, method)).toEqual({
      product_id: '1-10240-30',
      currency,
      due_now: price,
      due_now_text: text,
      facts: { book: 7, list: price, price },
    });
  });

  it('is what the server said last, else what the code leaves, else the price of the list', () => {
    const discount = { code: 'TRAVEL10', applied: { USD: left(1214, '$12.14'), EUR: left(1124, '€11.24') } };
    const due = { product_id: '1-10240-30', currency: 'USD', due_now: 1499, due_now_text: '$14.99' };
    const state = { plan, book: 7, discount: undefined, corrected: [] };
    expect(dueBy(state, 'card').due_now).toBe(1349);
    expect(dueBy({ ...state, discount }, 'card')).toBe(discount.applied.USD.due);
    expect(dueBy({ ...state, discount, corrected: [due] }, 'card')).toBe(due);
    expect(dueBy({ ...state, discount, corrected: [due] }, 'ideal')).toBe(discount.applied.EUR.due);
    expect(dueBy({ ...state, plan: other, corrected: [due] }, 'card').due_now).toBe(1349);
  });
});
