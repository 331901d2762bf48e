import type { AccountOrder, EsimUsage } from '../../rules/wire';

/** The displayed state of an order. */
export type ShownState = AccountOrder['state'] | 'ready' | 'used_up';

const OF_ESIM = { not_installed: 'ready', in_use: 'active', used_up: 'used_up', over: 'ended' } as const;

/** A data order is delivered once and for all: only its eSIM knows whether it is still usable. */
export function shownState({ state }: AccountOrder, standing: EsimUsage['standing'] | undefined): ShownState {
  return state === 'active' && standing ? OF_ESIM[standing] : state;
}
