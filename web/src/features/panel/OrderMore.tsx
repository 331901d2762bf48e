import type { AccountOrder } from '../../rules/wire';
import { usePageContext } from '../../state/page-context';
import { Icon } from '../../ui/Icon';
import { Amount } from '../../ui/Price';
import act from './Act.module.css';
import { BillingButton } from './BillingButton';
import { LettersButton } from './LettersButton';
import type { MainAction } from './main-action';
import type { Question } from './OrderActions';
import styles from './OrderMore.module.css';

interface OrderMoreProps {
  order: AccountOrder;
  main: MainAction | undefined;
  onAsk: (question: Question) => void;
}

/** All other actions for an order, folded away until needed. */
export function OrderMore({ order, main, onAsk }: OrderMoreProps) {
  const { page, t } = usePageContext();
  const letter = (about: 'result.support.subject' | 'panel.refund.subject') =>
    `mailto:${page.brand.support_email}?subject=${encodeURIComponent(t(about, { order: order.number }))}`;
  const isLive = order.state !== 'ended' && order.state !== 'refunded';
  return (
    <details className={styles.more}>
      <summary className={styles.summary}>
        {t('panel.more')}
        <Icon shape="chevron" />
      </summary>
      {order.charges ? (
        <section className={styles.charges}>
          <h4 className={styles.title}>{t('panel.charges')}</h4>
          <ul>
            {order.charges.map(({ on, amount, refunded }) => (
              <li key={on}>
                <span>{on}</span>
                <Amount text={amount} />
                {refunded ? (
                  <span className={styles.refunded}>
                    {t('refunded.amount')} <Amount text={refunded} />
                  </span>
                ) : null}
              </li>
            ))}
          </ul>
        </section>
      ) : null}
      <ul className={styles.acts}>
        {order.plans && main !== 'plan' ? (
          <li>
            <button type="button" className={act.act} onClick={() => onAsk('plan')}>
              {t('panel.plan')}
            </button>
          </li>
        ) : null}
        {order.resumed_charge && main !== 'resume' ? (
          <li>
            <button type="button" className={act.act} onClick={() => onAsk('resume')}>
              {t('panel.resume')}
            </button>
          </li>
        ) : null}
        <li>
          <a className={act.act} href={`${page.prefixes.account}/panel/receipt/${order.number}`}>
            {t('panel.receipt')}
          </a>
        </li>
        {order.has_letters ? (
          <li>
            <LettersButton order={order} />
          </li>
        ) : null}
        {order.has_billing && main !== 'billing' ? (
          <li>
            <BillingButton number={order.number} />
          </li>
        ) : null}
        {order.buy_again && main !== 'again' ? (
          <li>
            <a className={act.act} href={order.buy_again}>
              {t('panel.again')}
            </a>
          </li>
        ) : null}
        <li>
          <a className={act.act} href={letter('result.support.subject')}>
            {t('panel.help')}
          </a>
        </li>
        {isLive && !order.is_trial ? (
          <li>
            <a className={act.act} href={letter('panel.refund.subject')}>
              {t('panel.refund')}
            </a>
          </li>
        ) : null}
      </ul>
    </details>
  );
}
