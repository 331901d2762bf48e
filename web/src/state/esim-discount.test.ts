import { describe, expect, it, vi } from 'vitest';
import type { Answer } from '../api/call';
import type { AppliedCode, DiscountCodeResponse, ProblemBody, RefillItem } from '../rules/wire';
import { type DiscountOutside, discountOf } from './esim-discount';

const plan = { structured_data: '1-10240-30', price_usd: 1349, price_eur: 1249 } as RefillItem;

const FACTS = { book: 7, list: 1349, price: 1349, code: 'TRAVEL10', code_percent: 1000 };

/** The server's answer about a code, which the rules arrive at too. */
function applied(due_now: number, other: Partial<AppliedCode> & { due_now_text?: string } = {}): AppliedCode {
  const { due_now_text = `${due_now} in ar`, ...texts } = other;
  const due = { product_id: '1-10240-30', currency: 'USD', due_now, due_now_text, facts: FACTS };
  return { due, percent_text: '10.0', discount_text: `${due_now - 1349} in ar`, ...texts };
}

const said = (code: AppliedCode): Answer<DiscountCodeResponse> => ({
  kind: 'ok',
  value: { status: 'ok', data: code.due.due_now, currency: 'USD', applied: code },
});
const refused = (code: string, unsettled: boolean): Answer<DiscountCodeResponse> => ({
  kind: 'problem',
  problem: { code, unsettled, body: { code } as ProblemBody },
});

/** Rules that take ten percent off, in the texts of [`applied`]. */
const rules: DiscountOutside['rules'] = {
  ready: async () => true,
  figures: () => ({ due_now: 1214, renewal: undefined }),
  priceText: (minor) => `${minor} in ar`,
  percentOff: () => '10.0',
};

function asked(answers: Answer<DiscountCodeResponse>[], other: Partial<DiscountOutside['rules']> = {}) {
  const ask = vi.fn<DiscountOutside['ask']>(async () => answers.shift() ?? said(applied(1214)));
  const report = vi.fn<DiscountOutside['report']>();
  const outside = { ask, rules: { ...rules, ...other }, language: 'ar' as const, report };
  return { ask, report, found: discountOf('travel10', plan, outside) };
}

describe('a discount code for a data plan', () => {
  it('is asked about for both prices, because the way to pay may still change', async () => {
    const { ask, report, found } = asked([]);
    expect(await found).toEqual({ code: 'travel10', applied: { USD: applied(1214), EUR: applied(1214) } });
    expect(ask.mock.calls).toEqual([
      ['travel10', 1349, { currency: 'USD', structured_data: '1-10240-30', lang: 'ar' }],
      ['travel10', 1249, { currency: 'EUR', structured_data: '1-10240-30', lang: 'ar' }],
    ]);
    expect(report).not.toHaveBeenCalled();
  });

  it('holds at the figures of the server where the rules cannot be loaded', async () => {
    const figures = vi.fn();
    const { report, found } = asked([said(applied(1))], { ready: async () => false, figures });
    expect(await found).toMatchObject({ applied: { USD: applied(1) } });
    expect(figures).not.toHaveBeenCalled();
    expect(report).not.toHaveBeenCalled();
  });

  it.each<[string, AppliedCode]>([
    ['another amount', applied(1213)],
    ['another text of it', applied(1214, { due_now_text: '1214\u00a0in ar' })],
    ['another percentage', applied(1214, { percent_text: '10,0' })],
    ['another change', applied(1214, { discount_text: '-136 in ar' })],
  ])('is asked about again, and reported once, where the rules come to %s', async (_, first) => {
    const { ask, report, found } = asked([said(first)]);
    expect(await found).toEqual({ code: 'travel10', applied: { USD: applied(1214), EUR: applied(1214) } });
    expect(ask.mock.calls.map(([, price]) => price)).toEqual([1349, 1249, 1349]);
    expect(report.mock.calls).toEqual([[first.due, 1214]]);
  });

  it('holds at the second answer of the server, whatever the rules come to', async () => {
    const { ask, report, found } = asked([], { figures: () => undefined });
    expect(await found).toMatchObject({ applied: { USD: applied(1214) } });
    expect(ask).toHaveBeenCalledTimes(4);
    expect(report.mock.calls.map(([, computed]) => computed)).toEqual([undefined, undefined]);
  });

  it('is refused in the words of the server', async () => {
    const no: Answer<DiscountCodeResponse> = {
      kind: 'ok',
      value: { status: 'error', data: 'The price has changed.', code: 'price_changed' },
    };
    expect(await asked([no]).found).toBe('price_changed');
    expect(await asked([said(applied(1214)), refused('rate_limited', true)]).found).toBe('rate_limited');
  });

  it.each<[string, Answer<DiscountCodeResponse>, string]>([
    ['no answer', { kind: 'problem', problem: { code: 'something_wrong', unsettled: true } }, 'discount_server_error'],
    ['a server in trouble', refused('internal', true), 'discount_apply_failed'],
    ['a question that was dropped', { kind: 'dropped' }, 'discount_apply_failed'],
  ])('could not be applied: %s', async (_, answer, sentence) => {
    expect(await asked([answer]).found).toBe(sentence);
  });
});
