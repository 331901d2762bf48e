import { useId } from 'react';
import { usePageContext } from '../../state/page-context';
import styles from './EsimFooter.module.css';

/** Popular destinations. A place without a bundle is a name without a link: the server has checked. */
export function Popular() {
  const { page, t } = usePageContext();
  const heading = useId();
  return (
    <nav className={styles.column} aria-labelledby={heading}>
      <h2 id={heading} className={styles.title}>
        {t('esim.footer.popular')}
      </h2>
      <ul>
        {page.popular?.map(({ name, bundle }) => (
          <li key={name}>
            {bundle === undefined ? (
              <span className={styles.plain}>{name}</span>
            ) : (
              <a className={styles.link} href={`${page.prefixes.esim}/esim/bundle/${bundle}`}>
                {name}
              </a>
            )}
          </li>
        ))}
      </ul>
    </nav>
  );
}
