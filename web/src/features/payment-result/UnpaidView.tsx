import type { ReactNode } from 'react';
import { usePageContext } from '../../state/page-context';
import styles from './FailedView.module.css';
import { ResultCard } from './ResultCard';

/** The pay page was left, and the payment can still be made: nothing has failed yet. */
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
