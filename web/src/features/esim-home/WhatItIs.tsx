import { usePageContext } from '../../state/page-context';
import { Icon } from '../../ui/Icon';
import styles from './WhatItIs.module.css';

/** What an eSIM is, for a visitor who has never had one. */
export function WhatItIs() {
  const { page, t } = usePageContext();
  return (
    <section className="container" aria-labelledby="what">
      <div className={styles.card}>
        <span className={styles.mark}>
          <Icon shape="device" />
        </span>
        <h2 id="what" className={styles.title}>
          {t('esim_home.what')}
        </h2>
        <p className={styles.text}>{t('esim_home.what.text')}</p>
        <p className={styles.text}>
          <a href={`${page.prefixes.esim}/esim/tutorial`}>{t('esim_home.tutorial')}</a>
        </p>
      </div>
    </section>
  );
}
