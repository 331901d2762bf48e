import { useShop } from '../../state/shop';
import styles from './FailedView.module.css';
import { ResultCard } from './ResultCard';
import { RetryActions } from './RetryActions';

const CAUSES = ['failed.funds', 'failed.card', 'failed.declined', 'failed.temporary'] as const;

/** The payment was not made: why that may be, and the way back to the same offer. */
export function FailedView() {
  const { t } = useShop();
  return (
    <ResultCard tone="bad" mark="alert" title={t('failed.title')} announces>
      <p>{t('failed.text')}</p>
      <ul className={styles.causes}>
        {CAUSES.map((cause) => (
          <li key={cause}>{t(cause)}</li>
        ))}
      </ul>
      <RetryActions />
      <p className={styles.settles}>{t('failed.settles')}</p>
    </ResultCard>
  );
}
