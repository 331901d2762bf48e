import { usePageContext } from '../../state/page-context';
import { ButtonLink } from '../../ui/Button';
import styles from './Closing.module.css';

/** The link to the countries again, for a visitor who has read everything. */
export function Closing() {
  const { page, t } = usePageContext();
  return (
    <section className={`container ${styles.closing}`} aria-labelledby="closing">
      <h2 id="closing" className={styles.title}>
        {t('esim_home.close')}
      </h2>
      <p>{t('esim_home.close.text')}</p>
      <ButtonLink href={`${page.prefixes.esim}/esim/countries`}>{t('esim_home.action')}</ButtonLink>
    </section>
  );
}
