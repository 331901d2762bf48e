import type { AccountOrder, EsimUsage } from '../../rules/wire';

/** The word for where an order is. */
export type ShownState = AccountOrder['state'] | 'ready' | 'used_up';

const OF_ESIM = { not_installed: 'ready', in_use: 'active', used_up: 'used_up', over: 'ended' } as const;

/** An order of data is delivered once and for all: whether it is still of use, only its eSIM knows. */
export function shownState({ state }: AccountOrder, standing: EsimUsage['standing'] | undefined): ShownState {
  return state === 'active' && standing ? OF_ESIM[standing] : state;
}
