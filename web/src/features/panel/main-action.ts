import type { AccountOrder, EsimUsage } from '../../rules/wire';

/** What an order's filled button does. */
export type MainAction = 'again' | 'apps' | 'billing' | 'confirm' | 'esim' | 'plan' | 'resume';

/** Whether an operator looks at an order, or a bank decides about a charge of it: nothing is charged or bought until then. */
export const isOnHold = (state: AccountOrder['state']) => state === 'held' || state === 'disputed';

/**
 * The customer's next action for an order in this state. An order that is being prepared or checked has none, least of
 * all buying again.
 */
export function mainAction(order: AccountOrder, standing: EsimUsage['standing'] | undefined): MainAction | undefined {
  const { buy_again, has_esim, is_subscription, plans, resumed_charge, state } = order;
  if (state === 'preparing' || isOnHold(state)) return undefined;
  // An eSIM is installed once: from then on, what a traveller may need is more data.
  const isInstalled = standing !== undefined && standing !== 'not_installed';
  if (has_esim && !(isInstalled && buy_again)) return 'esim';
  if (has_esim) return 'again';
  if (order.unpaid?.confirm_url) return 'confirm';
  if (order.renewal === 'past_due' && order.has_billing) return 'billing';
  if (resumed_charge) return 'resume';
  if (plans) return 'plan';
  if (buy_again && order.renewal !== 'none') return 'again';
  if (state === 'active') return is_subscription ? 'apps' : undefined;
  return buy_again ? 'again' : undefined;
}
