import { describe, expect, it } from 'vitest';
import { vectors } from '../../../vectors';
import type { EsimProvider } from '../../api/esim';
import type { EsimStatusResponse } from '../../rules/wire';
import { asVerified, providersOf } from './useEsimSettling';

const pending: EsimStatusResponse = {
  status: 'pending',
  payment_status: 'pending',
  is_paid: false,
  order_id: 'o1',
  order_number: 'OF-1',
  bundle_id: 34,
  data: 3072,
  validity: 15,
  country: 'Spain',
  amount_paid: 0,
  currency: 'USD',
  email: 'amal@example.com',
  data_text: '3 GB',
  validity_text: '15 days',
};

describe('a payment for data', () => {
  it('names what was bought and speaks of no money before it is paid', () => {
    const waiting = asVerified(pending);
    expect(waiting).toMatchObject({ status: 'pending', orderId: 'OF-1', itemName: 'Spain, 3 GB, 15 days' });
    expect(waiting).not.toHaveProperty('amount');
    const paid = asVerified({
      ...pending,
      payment_status: 'paid',
      status: 'ok',
      amount_paid: 900,
      amount_text: '$9.00',
    });
    expect(paid).toMatchObject({ amount: 900, amount_text: '$9.00' });
  });

  it('says of an order that is held that it is', () => {
    expect(asVerified({ ...pending, held: true })).toMatchObject({ status: 'pending', held: true, orderId: 'OF-1' });
    expect(asVerified(pending)).not.toHaveProperty('held');
  });

  it('asks the provider that the address names, and both where it names neither', () => {
    expect(providersOf('card')).toEqual(['stripe']);
    expect(providersOf('mollie')).toEqual(['mollie']);
    expect(providersOf('ideal')).toEqual(['stripe', 'mollie']);
    expect(providersOf(null)).toEqual(['stripe', 'mollie']);
  });

  it('asks the provider of the result page that the core leads to', () => {
    const pages = vectors<[EsimProvider, string, unknown, string], string>('payment', 'payment_page');
    const ofData = pages.filter(({ input: [, product] }) => product === 'refill');
    expect(new Set(ofData.map(({ input: [provider] }) => provider))).toEqual(new Set(['stripe', 'mollie']));
    for (const { name, input, expect: address } of ofData) {
      const method = new URL(address, 'https://shop.example').searchParams.get('payment_method');
      expect(providersOf(method), name).toEqual([input[0]]);
    }
  });
});
