import { type StoreApi, useStore } from 'zustand';
import { Refused } from '../../sections/Refused';
import { dueBy, type EsimCheckout, isBusy, listPrice } from '../../state/esim-checkout';
import { usePageContext } from '../../state/page-context';
import { Button } from '../../ui/Button';
import { Icon } from '../../ui/Icon';
import panel from '../../ui/OrderPanel.module.css';
import { Amount } from '../../ui/Price';
import styles from './Total.module.css';

/** How the total is made, and the button that pays it. */
export function Total({ order }: { order: StoreApi<EsimCheckout> }) {
  const { t } = usePageContext();
  const state = useStore(order);
  const { plan, method, discount, stage } = state;
  const due = dueBy(state, method);
  const busy = isBusy(state);
  return (
    <section className={panel.panel} aria-label={t('order.total')}>
      <dl className={styles.lines} aria-live="polite">
        {discount ? (
          <>
            <div className={styles.line}>
              <dt>{t('order.price')}</dt>
              <dd>
                <Amount text={listPrice(plan, method).text} />
              </dd>
            </div>
            <div className={styles.line}>
              <dt>{t('order.discount')}</dt>
              <dd>
                <bdi>−{discount.due[due.currency].saved}</bdi>
              </dd>
            </div>
          </>
        ) : null}
        <div className={`${styles.line} ${styles.due}`}>
          <dt>{t('order.total')}</dt>
          <dd>
            <Amount text={due.text} />
          </dd>
        </div>
      </dl>
      <p className={panel.small}>{t('order.lead')}</p>
      <Button type="submit" aria-disabled={busy || undefined}>
        {busy ? t('order.wait') : <span>{t.nodes('order.pay', { price: <Amount text={due.text} /> })}</span>}
      </Button>
      <Refused problem={stage.phase === 'refused' ? stage.problem : undefined} />
      <p className={panel.secure}>
        <Icon shape="lock" />
        {t('order.secure')}
      </p>
    </section>
  );
}
