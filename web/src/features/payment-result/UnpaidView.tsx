import { useShop } from '../../state/shop';
import styles from './FailedView.module.css';
import { ResultCard } from './ResultCard';
import { RetryActions } from './RetryActions';

/** The pay page was left, and the payment can still be made: nothing has failed yet. */
export function UnpaidView() {
  const { t } = useShop();
  return (
    <ResultCard tone="open" mark="clock" title={t('result.unpaid.title')} announces>
      <p>{t('result.unpaid.text')}</p>
      <RetryActions />
      <p className={styles.settles}>{t('failed.settles')}</p>
    </ResultCard>
  );
}
