import type { AccountOrder } from '../../rules/wire';
import { usePageContext } from '../../state/page-context';
import { Button, ButtonLink } from '../../ui/Button';
import act from './Act.module.css';
import { BillingButton } from './BillingButton';
import type { MainAction } from './main-action';
import styles from './OrderActions.module.css';
import type { ShownEsim } from './useEsim';

/** The question in an order's dialog. */
export type Question = 'cancel' | 'resume' | 'plan';

interface OrderActionsProps {
  order: AccountOrder;
  main: MainAction | undefined;
  esim: ShownEsim;
  onAsk: (question: Question) => void;
}

/**
 * The order's next action for the customer, as the one filled button. Beside it, in letters no smaller, are the actions
 * that by law must be easy to find: cancelling and withdrawing.
 */
export function OrderActions({ order, main, esim, onAsk }: OrderActionsProps) {
  const { page, t } = usePageContext();
  const cancels = order.renewal === 'renews' || order.renewal === 'changing' || order.renewal === 'past_due';
  return (
    <div className={styles.actions}>
      {order.has_esim && !esim.esim ? (
        // It keeps its position when another action becomes the main one, for the finger or the focus that is on it.
        <Button
          look={main === 'esim' ? 'primary' : 'secondary'}
          onClick={() => void esim.show()}
          aria-disabled={esim.phase === 'busy' || undefined}
        >
          {t('panel.esim.show')}
        </Button>
      ) : null}
      {main === 'plan' || main === 'resume' ? <Button onClick={() => onAsk(main)}>{t(`panel.${main}`)}</Button> : null}
      {main === 'billing' ? <BillingButton number={order.number} isMain /> : null}
      {main === 'confirm' ? (
        <ButtonLink href={order.unpaid?.confirm_url}>{t('panel.past_due.confirm.button')}</ButtonLink>
      ) : null}
      {main === 'again' ? <ButtonLink href={order.buy_again}>{t('panel.again')}</ButtonLink> : null}
      {main === 'apps' ? <ButtonLink href="#apps">{t('panel.apps.get')}</ButtonLink> : null}
      {cancels || order.state === 'active' ? (
        <div className={styles.ways}>
          {cancels ? (
            <button type="button" className={act.act} onClick={() => onAsk('cancel')}>
              {t(order.is_trial ? 'panel.cancel.trial' : 'panel.cancel')}
            </button>
          ) : null}
          {order.state === 'active' ? (
            <a className={act.act} href={`${page.prefixes.vpn}/withdrawal`}>
              {t('shell.withdrawal')}
            </a>
          ) : null}
        </div>
      ) : null}
    </div>
  );
}
