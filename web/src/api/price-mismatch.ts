import type { PlanPrice, PriceMismatchRequest, PriceMismatchResponse } from '../rules/wire';
import { call } from './call';

/** The reported part of a price, with the facts it is computed from. */
export type ReportedPrice = Pick<PlanPrice, 'product_id' | 'currency' | 'due_now' | 'facts'>;

/**
 * Reports to our own server that a price differs from the one computed from its facts: figures, and nothing about a
 * person.
 */
export async function reportPriceMismatch(price: ReportedPrice, computed: number | undefined, page: string) {
  const body: PriceMismatchRequest = {
    page,
    product_id: price.product_id,
    currency: price.currency,
    price_book: price.facts.book,
    shown: price.due_now,
    ...(computed === undefined ? {} : { computed }),
  };
  await call<PriceMismatchResponse>('/api/price-mismatch', { method: 'POST', body });
}
