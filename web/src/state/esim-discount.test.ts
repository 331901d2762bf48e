import { describe, expect, it, vi } from 'vitest';
import type { Answer } from '../api/call';
import type { DiscountCodeResponse, ProblemBody, RefillItem } from '../rules/wire';
import { discountOf } from './esim-discount';

const plan = { structured_data: '1-10240-30', price_usd: 1349, price_eur: 1249 } as RefillItem;
const shown = { percent: '10.0', due: 'due', saved: 'saved' };
const left = (data: number): Answer<DiscountCodeResponse> => ({ kind: 'ok', value: { status: 'ok', data } });
const refused = (code: string, unsettled: boolean): Answer<DiscountCodeResponse> => ({
  kind: 'problem',
  problem: { code, unsettled, body: { code } as ProblemBody },
});

function asked(...answers: Answer<DiscountCodeResponse>[]) {
  const ask = vi.fn(async () => answers.shift() ?? left(1));
  const rules = { discounted: async () => shown };
  return { ask, found: discountOf('travel10', plan, { ask, rules, language: 'en' }) };
}

describe('a discount code for a data plan', () => {
  it('is asked about for both prices, because the way to pay may still change', async () => {
    const { ask, found } = asked(left(1214), left(1124));
    expect(await found).toEqual({
      code: 'travel10',
      due: {
        USD: { minor: 1214, text: 'due', percent: '10.0', saved: 'saved' },
        EUR: { minor: 1124, text: 'due', percent: '10.0', saved: 'saved' },
      },
    });
    expect(ask.mock.calls).toEqual([
      ['travel10', 1349, { currency: 'USD', structured_data: '1-10240-30' }],
      ['travel10', 1249, { currency: 'EUR', structured_data: '1-10240-30' }],
    ]);
  });

  it('is refused in the words of the server', async () => {
    const no: Answer<DiscountCodeResponse> = {
      kind: 'ok',
      value: { status: 'error', data: 'The price has changed.', code: 'price_changed' },
    };
    expect(await asked(no).found).toBe('price_changed');
    expect(await asked(left(1214), refused('rate_limited', true)).found).toBe('rate_limited');
  });

  it.each<[string, Answer<DiscountCodeResponse>, string]>([
    ['no answer', { kind: 'problem', problem: { code: 'something_wrong', unsettled: true } }, 'discount_server_error'],
    ['a server in trouble', refused('internal', true), 'discount_apply_failed'],
    ['a question that was dropped', { kind: 'dropped' }, 'discount_apply_failed'],
  ])('could not be applied: %s', async (_, answer, sentence) => {
    expect(await asked(answer).found).toBe(sentence);
  });
});
