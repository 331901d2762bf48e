import { expect, it } from 'vitest';
import type { AccountOrder } from '../../rules/wire';
import { shownState } from './shown-state';

const order = (state: AccountOrder['state']) => ({ state }) as AccountOrder;

it('says of delivered data what its eSIM says, once it is known', () => {
  expect(shownState(order('active'), undefined)).toBe('active');
  expect(shownState({ ...order('active'), renewal: 'past_due' }, undefined)).toBe('unpaid');
  expect(shownState(order('active'), 'not_installed')).toBe('ready');
  expect(shownState(order('active'), 'in_use')).toBe('active');
  expect(shownState(order('active'), 'used_up')).toBe('used_up');
  expect(shownState(order('active'), 'over')).toBe('ended');
});

it('says of every other order where that is, whatever became of its eSIM', () => {
  for (const state of ['preparing', 'held', 'disputed', 'ended', 'refunded'] as const) {
    expect(shownState(order(state), 'in_use')).toBe(state);
  }
});
