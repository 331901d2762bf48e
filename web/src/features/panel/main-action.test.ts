import { describe, expect, it } from 'vitest';
import type { AccountOrder, AccountPlan } from '../../rules/wire';
import { mainAction } from './main-action';

const ORDER: AccountOrder = {
  number: 'ABCD-1234',
  product: 'Northquay, 12 months',
  is_subscription: true,
  state: 'active',
  paid_on: '20 November 2026',
  paid: 'AED 150.00',
  renewal: 'renews',
  is_trial: false,
  has_esim: false,
  has_letters: true,
  has_billing: true,
};
const PLAN: AccountPlan = {
  product_id: 'vpn-12m',
  months: 12,
  length: '12 months',
  amount: 15_000,
  currency: 'AED',
  charge: 'AED 150.00',
  every: 'every 12 months',
  is_present: true,
  is_next: true,
};
const AGAIN = { buy_again: '/buy?package=12' };
const DATA: AccountOrder = { ...ORDER, ...AGAIN, is_subscription: false, renewal: 'none', has_esim: true };

describe('the one action of an order', () => {
  it.each([
    ['renews', { plans: [PLAN] }, 'plan'],
    ['renews, and its plan cannot be changed now', {}, 'apps'],
    ['is on trial', { is_trial: true }, 'apps'],
    ['is being cancelled', { renewal: 'cancelling' }, 'apps'],
    ['changes its plan', { renewal: 'changing' }, 'apps'],
    ['is cancelled and can be resumed', { renewal: 'cancelled', resumed_charge: 'AED 150.00' }, 'resume'],
    ['has a charge that failed', { renewal: 'past_due' }, 'billing'],
    [
      'has a charge that its bank wants confirmed',
      { renewal: 'past_due', unpaid: { amount: '', confirm_url: 'https://invoice.stripe.com/i' } },
      'confirm',
    ],
    ['is cancelled for good', { renewal: 'cancelled', ...AGAIN }, 'again'],
    ['was paid once', { renewal: 'once', ...AGAIN }, 'again'],
    ['says nothing of its renewal', { renewal: 'none', ...AGAIN }, 'apps'],
    ['has ended', { state: 'ended', renewal: 'none', ...AGAIN }, 'again'],
    ['is refunded', { state: 'refunded', renewal: 'none', ...AGAIN }, 'again'],
    ['is refunded, and its page sells no more', { state: 'refunded', renewal: 'none' }, undefined],
    ['is being prepared', { state: 'preparing', renewal: 'none', ...AGAIN }, undefined],
    ['is being checked', { state: 'held', plans: [PLAN] }, undefined],
    ['is disputed', { state: 'disputed', plans: [PLAN] }, undefined],
  ] as const)('%s', (_, facts, action) => {
    expect(mainAction({ ...ORDER, ...facts } as AccountOrder, undefined)).toBe(action);
  });

  it('shows an eSIM until it is installed, then sells more data', () => {
    expect(mainAction(DATA, undefined)).toBe('esim');
    expect(mainAction(DATA, 'not_installed')).toBe('esim');
    for (const standing of ['in_use', 'used_up', 'over'] as const) expect(mainAction(DATA, standing)).toBe('again');
    const { buy_again, ...gone } = DATA;
    expect(mainAction(gone, 'over'), `${buy_again} sells no more`).toBe('esim');
  });
});
