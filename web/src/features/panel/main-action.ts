import type { AccountOrder, EsimUsage } from '../../rules/wire';

/** What the one filled button of an order does. */
export type MainAction = 'again' | 'apps' | 'esim' | 'plan' | 'resume';

/**
 * The one thing that an order in this state asks of its customer next. What is being prepared or checked asks for nothing,
 * least of all to be bought once more.
 */
export function mainAction(order: AccountOrder, standing: EsimUsage['standing'] | undefined): MainAction | undefined {
  const { buy_again, has_esim, is_subscription, plans, resumed_charge, state } = order;
  if (state === 'preparing' || state === 'held') return undefined;
  // A phone installs an eSIM once: from then on, more data is what its traveller may miss.
  const isInstalled = standing !== undefined && standing !== 'not_installed';
  if (has_esim && !(isInstalled && buy_again)) return 'esim';
  if (has_esim) return 'again';
  if (resumed_charge) return 'resume';
  if (plans) return 'plan';
  if (buy_again && order.renewal !== 'none') return 'again';
  if (state === 'active') return is_subscription ? 'apps' : undefined;
  return buy_again ? 'again' : undefined;
}
