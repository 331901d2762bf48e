import { afterEach, expect, it, vi } from 'vitest';
import { checkPaymentStatus } from './deal';

afterEach(() => {
  vi.unstubAllGlobals();
});

it('asks for a payment by its hash, with a JSON content type', async () => {
  const fetching = vi.fn((_path: string, _init: RequestInit) =>
    Promise.resolve(new Response('{"payment_status":"paid"}')),
  );
  vi.stubGlobal('fetch', fetching);
  await checkPaymentStatus('a b', new AbortController().signal);
  const [path, init] = fetching.mock.calls[0] ?? [];
  expect(path).toBe('/api/mollie/check-payment-status?hash=a+b');
  expect(init).toMatchObject({ method: 'GET', headers: { 'content-type': 'application/json' } });
  expect(init?.body).toBeUndefined();
});
