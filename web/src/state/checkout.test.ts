import { describe, expect, it, vi } from 'vitest';
import type { Answer } from '../api/call';
import { rules } from '../rules/client';
import type { CheckoutLinkResponse, PlanPrice, ProblemBody } from '../rules/wire';
import { type CheckoutOutside, createCheckout, priceOf } from './checkout';

function price(product_id: string, currency: string, due_now: number): PlanPrice {
  const text = `${currency} ${due_now}`;
  return {
    product_id,
    currency,
    facts: { book: 1, list: due_now, price: due_now },
    due_now,
    renewal: due_now,
    per_month: { text, amount: String(due_now), symbol: currency, symbol_first: false },
    per_month_exact: true,
    due_now_text: text,
    renewal_text: text,
    saving_percent: 0,
  };
}

const PRICES = [price('12', 'AED', 14999), price('12', 'EUR', 3999), price('1', 'AED', 3999)];
const PAY = 'https://pay.example/cs_1';
const OK: Answer<CheckoutLinkResponse> = { kind: 'ok', value: { status: 'ok', checkout_url: PAY } };
const LOST: Answer<CheckoutLinkResponse> = { kind: 'problem', problem: { code: 'something_wrong', unsettled: true } };

function refusal(body: Partial<ProblemBody> & { code: string }, unsettled = false): Answer<CheckoutLinkResponse> {
  const whole: ProblemBody = { status: 'error', message: '', request_id: 'r', ...body };
  return { kind: 'problem', problem: { code: body.code, unsettled, body: whole } };
}

function setUp(...answers: Answer<CheckoutLinkResponse>[]) {
  let keys = 0;
  const getCheckoutLink = vi.fn<CheckoutOutside['getCheckoutLink']>(() => Promise.resolve(answers.shift() ?? OK));
  const leaveTo = vi.fn<(address: string) => void>();
  const checkout = createCheckout(
    { plan: '12', currency: 'AED' },
    {
      prices: PRICES,
      hosts: ['pay.example'],
      checkEmail: (email) => Promise.resolve(email.includes('@') ? undefined : 'email_invalid'),
      getCheckoutLink,
      circumstances: () => ({ language: 'en', code: 'SAVE20' }),
      isCheckoutAddress: rules.isCheckoutAddress,
      attemptKey: () => {
        keys += 1;
        return `key-${keys}`;
      },
      leaveTo,
    },
  );
  const keysSent = () => getCheckoutLink.mock.calls.map(([, key]) => key);
  return { state: checkout.getState, getCheckoutLink, leaveTo, keysSent };
}

describe('submitting', () => {
  it('sends the choice with the amount that was shown, and leaves', async () => {
    const { state, getCheckoutLink, leaveTo } = setUp();
    await state().submit('a@b.co');
    expect(getCheckoutLink.mock.calls[0]?.[0]).toEqual({
      email: 'a@b.co',
      selectedPackage: '12',
      currency: 'AED',
      expected_amount: 14999,
      expected_renewal: 14999,
      language: 'en',
      code: 'SAVE20',
    });
    expect(leaveTo).toHaveBeenCalledWith(PAY);
    expect(state().stage.phase).toBe('leaving');
  });

  it('makes one call of a double click', async () => {
    const { state, getCheckoutLink } = setUp();
    await Promise.all([state().submit('a@b.co'), state().submit('a@b.co')]);
    await state().submit('a@b.co');
    expect(getCheckoutLink).toHaveBeenCalledTimes(1);
  });

  it('lets plan and currency be until the answer is there', async () => {
    const { state, getCheckoutLink } = setUp(LOST);
    const sent = state().submit('a@b.co');
    state().chooseCurrency('EUR');
    state().choosePlan('1');
    expect(state()).toMatchObject({ plan: '12', currency: 'AED', stage: { phase: 'submitting' } });
    await sent;
    expect(getCheckoutLink.mock.calls[0]?.[0]).toMatchObject({ selectedPackage: '12', currency: 'AED' });
    state().chooseCurrency('EUR');
    expect(state()).toMatchObject({ currency: 'EUR', stage: { phase: 'idle' } });
  });

  it('stops at a bad e-mail, and typing takes the error away', async () => {
    const { state, getCheckoutLink } = setUp();
    await state().submit('nobody');
    expect(state()).toMatchObject({ emailProblem: 'email_invalid', stage: { phase: 'idle' } });
    expect(getCheckoutLink).not.toHaveBeenCalled();
    state().typed();
    expect(state().emailProblem).toBeUndefined();
  });

  it('shows what the server finds wrong with the e-mail at the field', async () => {
    const { state } = setUp(refusal({ code: 'email_invalid', field: 'email' }));
    await state().submit('a@b.co');
    expect(state()).toMatchObject({ emailProblem: 'email_invalid', stage: { phase: 'idle' } });
  });

  it('asks for a plan when none is chosen', async () => {
    const { state, getCheckoutLink } = setUp();
    state().choosePlan('none');
    await state().submit('a@b.co');
    expect(state().stage).toMatchObject({ phase: 'refused', problem: { code: 'plan_required' } });
    expect(getCheckoutLink).not.toHaveBeenCalled();
    state().choosePlan('1');
    expect(state().stage.phase).toBe('idle');
  });

  it.each(['https://evil.example/cs_1', 'javascript:alert(1)', '//pay.example/x', 'https://pay.example.evil.example/'])(
    'does not leave for %s',
    async (checkout_url) => {
      const { state, leaveTo } = setUp({ kind: 'ok', value: { status: 'ok', checkout_url } });
      await state().submit('a@b.co');
      expect(leaveTo).not.toHaveBeenCalled();
      expect(state().stage).toMatchObject({ phase: 'refused', problem: { code: 'something_wrong' } });
    },
  );

  it('says so when the answer is a refusal without a word', async () => {
    const { state, leaveTo } = setUp({ kind: 'ok', value: { status: 'error', checkout_url: '' } });
    await state().submit('a@b.co');
    expect(state().stage).toMatchObject({ phase: 'refused', problem: { code: 'fetch_failed' } });
    expect(leaveTo).not.toHaveBeenCalled();
  });

  it('takes an earlier error away', async () => {
    const { state } = setUp(LOST);
    await state().submit('nobody');
    const sent = state().submit('a@b.co');
    expect(state()).toMatchObject({ emailProblem: undefined, stage: { phase: 'submitting' } });
    await sent;
  });

  it('is usable again after the Back button', async () => {
    const { state } = setUp();
    await state().submit('a@b.co');
    state().returned();
    expect(state().stage.phase).toBe('idle');
  });
});

describe('the attempt key', () => {
  it('stays the same when the same order is tried again after a lost answer', async () => {
    const { state, keysSent } = setUp(LOST, refusal({ code: 'provider_unavailable' }, true));
    await state().submit('a@b.co');
    await state().submit('a@b.co');
    await state().submit('a@b.co');
    expect(keysSent()).toEqual(['key-1', 'key-1', 'key-1']);
  });

  it.each([
    ['e-mail', (state: ReturnType<typeof setUp>['state']) => state().submit('c@d.co')],
    [
      'plan',
      (state: ReturnType<typeof setUp>['state']) => {
        state().choosePlan('1');
        return state().submit('a@b.co');
      },
    ],
    [
      'currency',
      (state: ReturnType<typeof setUp>['state']) => {
        state().chooseCurrency('EUR');
        return state().submit('a@b.co');
      },
    ],
  ])('changes with the %s', async (_what, again) => {
    const { state, keysSent } = setUp(LOST, LOST);
    await state().submit('a@b.co');
    await again(state);
    expect(new Set(keysSent()).size).toBe(2);
  });

  it('is fresh after a refusal that settled the attempt', async () => {
    const { state, keysSent } = setUp(refusal({ code: 'bad_request' }), LOST);
    await state().submit('a@b.co');
    await state().submit('a@b.co');
    expect(keysSent()).toEqual(['key-1', 'key-2']);
  });
});

describe('a changed price', () => {
  const quote = price('12', 'AED', 19999);

  it('shows old and new, and buys only after a yes, with the new amount and a new key', async () => {
    const { state, getCheckoutLink, keysSent } = setUp(refusal({ code: 'price_changed', quote }));
    await state().submit('a@b.co');
    expect(state().stage).toMatchObject({ phase: 'repriced', before: { due_now: 14999 }, now: { due_now: 19999 } });
    await state().accept();
    expect(getCheckoutLink.mock.calls[1]?.[0]).toMatchObject({ expected_amount: 19999, expected_renewal: 19999 });
    expect(keysSent()).toEqual(['key-1', 'key-2']);
  });

  it('stays on the page after a no', async () => {
    const { state, getCheckoutLink } = setUp(refusal({ code: 'price_changed', quote }));
    await state().submit('a@b.co');
    state().decline();
    expect(state().stage.phase).toBe('idle');
    expect(priceOf(PRICES, state())?.due_now).toBe(19999);
    expect(getCheckoutLink).toHaveBeenCalledTimes(1);
  });

  it('can change twice', async () => {
    const again = price('12', 'AED', 21999);
    const { state } = setUp(
      refusal({ code: 'price_changed', quote }),
      refusal({ code: 'price_changed', quote: again }),
    );
    await state().submit('a@b.co');
    await state().accept();
    expect(state().stage).toMatchObject({ phase: 'repriced', before: { due_now: 19999 }, now: { due_now: 21999 } });
  });

  it('is asked about no more once the code of the page has ended', async () => {
    const { state, getCheckoutLink } = setUp(refusal({ code: 'price_changed', quote }));
    await state().submit('a@b.co');
    const normal = price('12', 'AED', 24999);
    state().endCode([normal]);
    expect(state()).toMatchObject({ stage: { phase: 'idle' }, codeEnded: true });
    await state().accept();
    expect(getCheckoutLink).toHaveBeenCalledTimes(1);
    await state().submit('a@b.co');
    expect(getCheckoutLink.mock.calls[1]?.[0]).toMatchObject({ expected_amount: 24999 });
  });

  it('leaves an order alone that is on its way when the code ends', async () => {
    const { state } = setUp(LOST);
    const sent = state().submit('a@b.co');
    state().endCode([price('12', 'AED', 24999)]);
    expect(state().stage.phase).toBe('submitting');
    await sent;
    expect(state().stage.phase).toBe('refused');
  });

  it('is an ordinary refusal without a quote', async () => {
    const { state } = setUp(refusal({ code: 'price_changed' }));
    await state().submit('a@b.co');
    expect(state().stage.phase).toBe('refused');
  });
});
