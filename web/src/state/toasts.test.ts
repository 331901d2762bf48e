import { describe, expect, it } from 'vitest';
import { createToasts, DURATIONS, MOST_TOASTS } from './toasts';

function byHand() {
  const tasks: { task: () => void; at: number }[] = [];
  const toasts = createToasts((task, milliseconds) => tasks.push({ task, at: milliseconds }));
  const pass = (to: number) => {
    for (const { task } of tasks.filter(({ at }) => at <= to)) task();
  };
  return { toasts, pass, texts: () => toasts.getState().shown.map(({ text }) => text) };
}

describe('toasts', () => {
  it('last as long as the specification says', () => {
    expect(DURATIONS).toEqual({ blank: 4000, error: 4000, success: 2000, loading: Infinity, custom: 4000 });
    const { toasts, pass, texts } = byHand();
    toasts.getState().show('success', 'good');
    toasts.getState().show('error', 'bad');
    const waiting = toasts.getState().show('loading', 'waiting');
    pass(2000);
    expect(texts()).toEqual(['bad', 'waiting']);
    pass(4000);
    expect(texts()).toEqual(['waiting']);
    toasts.getState().dismiss(waiting);
    expect(texts()).toEqual([]);
  });

  it('are twenty at most, and the oldest goes first', () => {
    const { toasts, texts } = byHand();
    for (let one = 1; one <= MOST_TOASTS + 2; one += 1) toasts.getState().show('blank', `${one}`);
    expect(texts()).toHaveLength(20);
    expect(texts()[0]).toBe('3');
  });
});
