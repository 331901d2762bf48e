import { useShop } from '../../state/shop';
import { ButtonLink } from '../../ui/Button';
import styles from './Actions.module.css';
import { useRetryPath } from './useRetryPath';

/** The way back to the same offer, and the way home. */
export function RetryActions() {
  const { page, t } = useShop();
  const retryPath = useRetryPath();
  return (
    <div className={styles.actions}>
      <ButtonLink href={retryPath} target="_blank" rel="noopener">
        <span>
          {t('failed.retry')}
          <span className="visually-hidden"> ({t('failed.retry.tab')})</span>
        </span>
      </ButtonLink>
      <ButtonLink look="secondary" href={`${page.prefixes.vpn}/`}>
        {t('result.home')}
      </ButtonLink>
    </div>
  );
}
