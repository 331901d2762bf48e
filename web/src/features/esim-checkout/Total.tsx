import { type StoreApi, useStore } from 'zustand';
import { problemText } from '../../i18n/words';
import { dueBy, type EsimCheckout, isBusy, listPrice } from '../../state/esim-checkout';
import { useShop } from '../../state/shop';
import { Button } from '../../ui/Button';
import { Icon } from '../../ui/Icon';
import { Notice } from '../../ui/Notice';
import { Amount } from '../../ui/Price';
import styles from './Total.module.css';

/** How the total is made, and the button that pays it. */
export function Total({ order }: { order: StoreApi<EsimCheckout> }) {
  const { t } = useShop();
  const state = useStore(order);
  const { plan, method, discount, stage } = state;
  const due = dueBy(state, method);
  const busy = isBusy(state);
  return (
    <section className={styles.total} aria-label={t('order.total')}>
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
      <p className={styles.small}>{t('order.lead')}</p>
      <Button type="submit" aria-disabled={busy || undefined}>
        {busy ? t('order.wait') : <span>{t.nodes('order.pay', { price: <Amount text={due.text} /> })}</span>}
      </Button>
      {/* Below the button, which must not move away from under a finger. */}
      <div role="alert">
        {stage.phase === 'refused' ? (
          <Notice tone="bad" shape="alert">
            <p>{problemText(t, stage.problem.code)}</p>
            {stage.problem.body ? (
              <p className={styles.reference}>{t('shell.reference', { id: stage.problem.body.request_id })}</p>
            ) : null}
          </Notice>
        ) : null}
      </div>
      <p className={styles.secure}>
        <Icon shape="lock" />
        {t('order.secure')}
      </p>
    </section>
  );
}
