import { useId } from 'react';
import type { VerifyResponse } from '../../rules/wire';
import { usePageContext } from '../../state/page-context';
import { Fact, Facts } from './Facts';
import styles from './FailedView.module.css';
import { useShownEmail } from './useShownEmail';

/** The facts that support asks for when a payment has failed. */
export function TransactionDetails({ failed }: { failed: VerifyResponse }) {
  const { t } = usePageContext();
  const heading = useId();
  const email = useShownEmail() ?? failed.email;
  return (
    <section className={styles.details} aria-labelledby={heading}>
      <h2 id={heading} className={styles.heading}>
        {t('deal.details')}
      </h2>
      <Facts>
        <Fact term={t('result.order')} value={failed.orderId} selectable />
        <Fact term={t('result.email')} value={email} selectable />
        <Fact term={t('deal.status')} value={t('deal.status.failed')} />
      </Facts>
    </section>
  );
}
