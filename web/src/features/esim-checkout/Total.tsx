import { type ReactNode, useMemo } from 'react';
import { type StoreApi, useStore } from 'zustand';
import type { AmountDue } from '../../rules/wire';
import { Refused } from '../../sections/Refused';
import { appliedBy, dueBy, type EsimCheckout, isBusy, listPrice } from '../../state/esim-checkout';
import { usePageContext } from '../../state/page-context';
import { Button } from '../../ui/Button';
import { Icon } from '../../ui/Icon';
import panel from '../../ui/OrderPanel.module.css';
import { Amount } from '../../ui/Price';
import styles from './Total.module.css';

interface TotalProps {
  order: StoreApi<EsimCheckout>;
  explanation: (due: Required<AmountDue>) => ReactNode;
}

const hasFacts = (due: AmountDue): due is Required<AmountDue> => due.facts !== undefined;

/** The total, its explanation, and the button that pays it. */
export function Total({ order, explanation }: TotalProps) {
  const { t } = usePageContext();
  const state = useStore(order);
  const { plan, book, method, discount, corrected, stage } = state;
  // The same object until the price changes: each explanation is computed once.
  const due = useMemo(
    () => dueBy({ plan, book, discount, corrected }, method),
    [plan, book, discount, corrected, method],
  );
  const applied = appliedBy(state, method);
  const busy = isBusy(state);
  return (
    <section className={panel.panel} aria-label={t('order.total')}>
      <dl className={styles.lines} aria-live="polite">
        {due === applied?.due ? (
          <>
            <div className={styles.line}>
              <dt>{t('order.price')}</dt>
              <dd>
                <Amount text={listPrice(state, method).due_now_text} />
              </dd>
            </div>
            <div className={styles.line}>
              <dt>{t('order.discount')}</dt>
              <dd>
                <Amount text={applied.discount_text} />
              </dd>
            </div>
          </>
        ) : null}
        <div className={`${styles.line} ${styles.due}`}>
          <dt>{t('order.total')}</dt>
          <dd>
            <Amount text={due.due_now_text} />
          </dd>
        </div>
      </dl>
      <p className={panel.small}>{t('order.lead')}</p>
      {hasFacts(due) ? explanation(due) : null}
      <Button type="submit" aria-disabled={busy || undefined}>
        {busy ? t('order.wait') : <span>{t.nodes('order.pay', { price: <Amount text={due.due_now_text} /> })}</span>}
      </Button>
      <Refused problem={stage.phase === 'refused' ? stage.problem : undefined} />
      <p className={panel.secure}>
        <Icon shape="lock" />
        {t('order.secure')}
      </p>
    </section>
  );
}
