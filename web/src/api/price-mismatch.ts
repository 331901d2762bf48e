import type { PlanPrice, PriceExplanation, PriceMismatchRequest, PriceMismatchResponse } from '../rules/wire';
import { call } from './call';

/** Tells our own server that a price and what its facts come to differ: figures, and nothing about a person. */
export async function reportPriceMismatch(price: PlanPrice, made: PriceExplanation | undefined, page: string) {
  const body: PriceMismatchRequest = {
    page,
    product_id: price.product_id,
    currency: price.currency,
    price_book: price.facts.book,
    shown: price.due_now,
    ...(made ? { computed: made.due_now } : {}),
  };
  await call<PriceMismatchResponse>('/api/price-mismatch', { method: 'POST', body });
}
