import { beforeEach, describe, expect, it, vi } from 'vitest';
import { dropPlan, heldPlan, holdPlan } from './held-plan';

beforeEach(() => {
  const kept = new Map<string, string>();
  vi.stubGlobal('window', {
    sessionStorage: {
      getItem: (key: string) => kept.get(key) ?? null,
      setItem: (key: string, value: string) => kept.set(key, value),
      removeItem: (key: string) => kept.delete(key),
    },
  });
  dropPlan();
});

describe('holding a plan', () => {
  it('rejects data that are not complete, and keeps what was held', async () => {
    const good = { bundleId: '1', amountMb: 1024 };
    expect(await holdPlan(good, async () => undefined)).toBeUndefined();
    expect(heldPlan()).toEqual(good);
    const asked = vi.fn(async () => 'checkout_data_invalid');
    expect(await holdPlan({ bundleId: '2', amountMb: 0 }, asked)).toBe('checkout_data_invalid');
    expect(asked).toHaveBeenCalledWith({ bundleId: '2', amountMb: 0 });
    expect(heldPlan()).toEqual(good);
    expect(window.sessionStorage.getItem('checkoutData')).toBe(JSON.stringify(good));
  });
});
