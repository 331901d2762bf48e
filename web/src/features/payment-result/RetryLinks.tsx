import { usePageContext } from '../../state/page-context';
import { ButtonLink } from '../../ui/Button';
import styles from './Actions.module.css';

interface RetryLinksProps {
  retry: string;
  home: string;
  /** Keeps the result open beside the new attempt. */
  newTab?: boolean;
}

/** The link back to the same offer, and the link home. */
export function RetryLinks({ retry, home, newTab = false }: RetryLinksProps) {
  const { t } = usePageContext();
  return (
    <div className={styles.actions}>
      <ButtonLink href={retry} {...(newTab ? { target: '_blank', rel: 'noopener' } : {})}>
        <span>
          {t('failed.retry')}
          {newTab ? <span className="visually-hidden"> ({t('failed.retry.tab')})</span> : null}
        </span>
      </ButtonLink>
      <ButtonLink look="secondary" href={home}>
        {t('result.home')}
      </ButtonLink>
    </div>
  );
}
