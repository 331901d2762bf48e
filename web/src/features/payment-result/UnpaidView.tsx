import type { ReactNode } from 'react';
import { usePageContext } from '../../state/page-context';
import styles from './FailedView.module.css';
import { ResultCard } from './ResultCard';

/** The buyer left the hosted page, and the payment is still possible: nothing has failed yet. */
export function UnpaidView({ actions }: { actions: ReactNode }) {
  const { t } = usePageContext();
  return (
    <ResultCard tone="open" mark="clock" title={t('result.unpaid.title')} announces>
      <p>{t('result.unpaid.text')}</p>
      {actions}
      <p className={styles.settles}>{t('failed.settles')}</p>
    </ResultCard>
  );
}
