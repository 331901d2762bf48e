import { describe, expect, it, vi } from 'vitest';
import { checkEsimStatus } from './esim';

describe('asking what a payment for data has come to', () => {
  it.each([
    ['stripe', 'card'],
    ['mollie', 'mollie'],
  ] as const)('names the payment by its hash and the way to pay: %s', async (provider, method) => {
    const asked = vi.fn(async (_: string) => Response.json({ status: 'ok' }));
    vi.stubGlobal('fetch', asked);
    await checkEsimStatus(provider, 'a+b', new AbortController().signal);
    expect(asked.mock.calls.map(([path]) => path)).toEqual([
      `/api/esim/${provider}/check-payment-status?hash=a%2Bb&payment_method=${method}`,
    ]);
    vi.unstubAllGlobals();
  });
});
