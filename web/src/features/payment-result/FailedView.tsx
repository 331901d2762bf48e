import { useShop } from '../../state/shop';
import { ButtonLink } from '../../ui/Button';
import actions from './Actions.module.css';
import styles from './FailedView.module.css';
import { ResultCard } from './ResultCard';
import { useRetryPath } from './useRetryPath';

const CAUSES = ['failed.funds', 'failed.card', 'failed.declined', 'failed.temporary'] as const;

/** The payment was not made: why that may be, and the way back to the same offer. */
export function FailedView() {
  const { page, t } = useShop();
  const retryPath = useRetryPath(page.prefix);
  return (
    <ResultCard tone="bad" mark="alert" title={t('failed.title')}>
      <p>{t('failed.text')}</p>
      <ul className={styles.causes}>
        {CAUSES.map((cause) => (
          <li key={cause}>{t(cause)}</li>
        ))}
      </ul>
      <div className={actions.actions}>
        <ButtonLink href={retryPath} target="_blank" rel="noopener">
          <span>
            {t('failed.retry')}
            <span className="visually-hidden"> ({t('failed.retry.tab')})</span>
          </span>
        </ButtonLink>
        <ButtonLink look="secondary" href={`${page.prefix}/`}>
          {t('result.home')}
        </ButtonLink>
      </div>
      <p className={styles.settles}>{t('failed.settles')}</p>
    </ResultCard>
  );
}
