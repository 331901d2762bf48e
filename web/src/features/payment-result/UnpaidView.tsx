import { useEffect } from 'react';
import { useShop } from '../../state/shop';
import styles from './FailedView.module.css';
import { ResultCard } from './ResultCard';
import { RetryActions } from './RetryActions';

/** The pay page was left, and the payment can still be made: nothing has failed yet. */
export function UnpaidView() {
  const { page, t } = useShop();
  const title = t('result.unpaid.title');
  const { name } = page.brand;

  // The server named the page before anybody knew what became of the payment.
  useEffect(() => {
    const before = document.title;
    document.title = `${title} | ${name}`;
    return () => {
      document.title = before;
    };
  }, [title, name]);

  return (
    <ResultCard tone="open" mark="clock" title={title} announces>
      <p>{t('result.unpaid.text')}</p>
      <RetryActions />
      <p className={styles.settles}>{t('failed.settles')}</p>
    </ResultCard>
  );
}
