import type { AccountOrder, EsimUsage } from '../../rules/wire';

/** The displayed state of an order. */
export type ShownState = AccountOrder['state'] | 'ready' | 'unpaid' | 'used_up';

const OF_ESIM = { not_installed: 'ready', in_use: 'active', used_up: 'used_up', over: 'ended' } as const;

/**
 * A data order is delivered once and for all: only its eSIM knows whether it is still usable. A subscription with an unpaid
 * renewal stays in use, but its state names the open payment.
 */
export function shownState({ renewal, state }: AccountOrder, standing: EsimUsage['standing'] | undefined): ShownState {
  if (state !== 'active') return state;
  if (renewal === 'past_due') return 'unpaid';
  return standing ? OF_ESIM[standing] : state;
}
