import type { AccountOrder } from '../../rules/wire';
import { usePageContext } from '../../state/page-context';
import { Button, ButtonLink } from '../../ui/Button';
import act from './Act.module.css';
import type { MainAction } from './main-action';
import styles from './OrderActions.module.css';
import type { ShownEsim } from './useEsim';

/** What a dialog of an order asks about. */
export type Question = 'cancel' | 'resume' | 'plan';

interface OrderActionsProps {
  order: AccountOrder;
  main: MainAction | undefined;
  esim: ShownEsim;
  onAsk: (question: Question) => void;
}

/**
 * What an order asks of its customer next, as the one filled button. Beside it stands what the law wants found without a
 * search, in no smaller letters: cancelling and withdrawing.
 */
export function OrderActions({ order, main, esim, onAsk }: OrderActionsProps) {
  const { page, t } = usePageContext();
  const cancels = order.renewal === 'renews' || order.renewal === 'changing';
  return (
    <div className={styles.actions}>
      {order.has_esim && !esim.esim ? (
        // It stays where it is when another becomes the main one, for the finger or the focus that is on it.
        <Button
          look={main === 'esim' ? 'primary' : 'secondary'}
          onClick={() => void esim.show()}
          aria-disabled={esim.phase === 'busy' || undefined}
        >
          {t('panel.esim.show')}
        </Button>
      ) : null}
      {main === 'plan' || main === 'resume' ? <Button onClick={() => onAsk(main)}>{t(`panel.${main}`)}</Button> : null}
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
