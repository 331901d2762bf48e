import { usePageContext } from '../../state/page-context';
import { ButtonLink } from '../../ui/Button';
import { MailLink } from '../../ui/MailLink';
import styles from './NotFound.module.css';

/** Prices cannot be computed: the shop sells nothing at a price it cannot guarantee. */
export function Unavailable() {
  const { page, t } = usePageContext();
  const here = page.languages.find(({ language }) => language === page.language)?.href ?? '/';
  return (
    <div className={`container ${styles.ways}`}>
      <h1 className={styles.title}>{t('unavailable.title')}</h1>
      <p>
        {t.nodes('unavailable.text', {
          support: <MailLink to={page.area === 'esim' ? page.brand.esim_support_email : page.brand.support_email} />,
        })}
      </p>
      <div className={styles.actions}>
        <ButtonLink href={here}>{t('unavailable.retry')}</ButtonLink>
      </div>
    </div>
  );
}
