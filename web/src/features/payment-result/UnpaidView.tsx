import { useShop } from '../../state/shop';
import styles from './FailedView.module.css';
import { ResultCard } from './ResultCard';
import { RetryActions } from './RetryActions';
import { useTitle } from './useTitle';

/** The pay page was left, and the payment can still be made: nothing has failed yet. */
export function UnpaidView() {
  const { t } = useShop();
  const title = t('result.unpaid.title');
  useTitle(title);
  return (
    <ResultCard tone="open" mark="clock" title={title} announces>
      <p>{t('result.unpaid.text')}</p>
      <RetryActions />
      <p className={styles.settles}>{t('failed.settles')}</p>
    </ResultCard>
  );
}
