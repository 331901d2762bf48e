import { expect, it } from 'vitest';
import { vectors } from '../../../vectors';
import { PAGE_OF } from './deal-pages';

type Reading = 'paid' | 'contradiction' | { failed: string } | { pending: string };

/** What the server calls a payment of this reading. A contradiction waits for an operator. */
function statusOf(reading: Reading) {
  if (reading === 'paid') return 'paid';
  return typeof reading === 'object' && 'failed' in reading ? 'failed' : 'pending';
}

it("a payment of a deal ends on the core's page of its outcome", () => {
  const pages = vectors<[string, string, Reading, string], string>('payment', 'payment_page');
  const ofDeals = pages.filter(({ input: [provider, product] }) => provider === 'mollie' && product === 'deal');
  const seen = new Set<string>();
  for (const { name, input, expect: address } of ofDeals) {
    const status = statusOf(input[2]);
    seen.add(status);
    // Who waits does so on the page that asks.
    expect(`/${PAGE_OF[status] ?? 'payment-status'}?hash=k`, name).toBe(address);
  }
  expect([...seen].sort()).toEqual(['failed', 'paid', 'pending']);
  // The core reads no refund from a payment: its buyer stays where the payment had led.
  expect(PAGE_OF.refunded).toBe(PAGE_OF.paid);
});
