import { usePageContext } from '../../state/page-context';
import { ButtonLink } from '../../ui/Button';
import styles from './NotFound.module.css';

/** The requested address as plain text, and links to existing pages. */
export function NotFound({ path }: { path: string }) {
  const { page, t } = usePageContext();
  return (
    <div className={`container ${styles.ways}`}>
      <p className={styles.number} aria-hidden="true">
        404
      </p>
      <h1 className={styles.title}>{t('not_found.title')}</h1>
      <p>{t('not_found.text')}</p>
      <p>
        <bdi className={styles.path} dir="ltr">
          {path}
        </bdi>
      </p>
      <div className={styles.actions}>
        <ButtonLink href={`${page.prefixes.vpn}/buy`}>{t('not_found.buy')}</ButtonLink>
        <ButtonLink look="secondary" href={`${page.prefixes.vpn}/`}>
          {t('not_found.home')}
        </ButtonLink>
        <ButtonLink look="secondary" href={`${page.prefixes.vpn}/support`}>
          {t('not_found.support')}
        </ButtonLink>
      </div>
    </div>
  );
}
