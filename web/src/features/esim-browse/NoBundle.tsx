import { problemText } from '../../i18n/words';
import { usePageContext } from '../../state/page-context';
import { ButtonLink } from '../../ui/Button';
import styles from './NoBundle.module.css';

/** Why there is nothing to choose here, and a link to everything on sale. */
export function NoBundle({ problem }: { problem: string }) {
  const { page, t } = usePageContext();
  return (
    <div className={`container ${styles.frame}`}>
      <h1 className={styles.title}>{problemText(t, problem)}</h1>
      <p>{t('bundle.gone')}</p>
      <p>
        <ButtonLink href={`${page.prefixes.esim}/esim/countries`}>{t('bundle.back')}</ButtonLink>
      </p>
    </div>
  );
}
