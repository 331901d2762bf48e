import { useId } from 'react';
import type { BundleDetail } from '../../rules/wire';
import { usePageContext } from '../../state/page-context';
import { Icon } from '../../ui/Icon';
import styles from './Coverage.module.css';

/** The number of networks shown at once; the rest is one click away. */
const SHOWN = 10;

/** The networks that carry the data. */
export function Coverage({ bundle: { coverage } }: { bundle: BundleDetail }) {
  const { t } = usePageContext();
  const heading = useId();
  const more = coverage.slice(SHOWN);
  if (coverage.length === 0) return null;
  return (
    <section className={`container ${styles.coverage}`} aria-labelledby={heading}>
      <h2 id={heading} className={styles.title}>
        {t('bundle.coverage')}
      </h2>
      <Networks names={coverage.slice(0, SHOWN)} />
      {more.length > 0 ? (
        <details className={styles.more}>
          <summary className={styles.summary}>
            <span className={styles.closed}>{t('bundle.coverage.more')}</span>
            <span className={styles.opened}>{t('bundle.coverage.less')}</span>
            <bdi className={styles.count}>({more.length})</bdi>
          </summary>
          <Networks names={more} />
        </details>
      ) : null}
    </section>
  );
}

function Networks({ names }: { names: readonly string[] }) {
  return (
    <ul className={styles.networks}>
      {names.map((name) => (
        <li key={name} className={styles.network}>
          <Icon shape="check" />
          <bdi>{name}</bdi>
        </li>
      ))}
    </ul>
  );
}
