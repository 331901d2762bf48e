import type { ReactNode } from 'react';
import { useShop } from '../../state/shop';
import styles from './FailedView.module.css';
import { ResultCard } from './ResultCard';

/** The pay page was left, and the payment can still be made: nothing has failed yet. */
export function UnpaidView({ actions }: { actions: ReactNode }) {
  const { t } = useShop();
  return (
    <ResultCard tone="open" mark="clock" title={t('result.unpaid.title')} announces>
      <p>{t('result.unpaid.text')}</p>
      {actions}
      <p className={styles.settles}>{t('failed.settles')}</p>
    </ResultCard>
  );
}
