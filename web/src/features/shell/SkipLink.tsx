import { usePageContext } from '../../state/page-context';
import styles from './SkipLink.module.css';

/** The first keyboard stop: skips the header. */
export function SkipLink() {
  const { t } = usePageContext();
  return (
    <a className={styles.skip} href="#content">
      {t('shell.skip')}
    </a>
  );
}
