import { useId } from 'react';
import { AppDownloads } from '../../sections/AppDownloads';
import { usePageContext } from '../../state/page-context';
import styles from './NextSteps.module.css';

/** Download the app, then log in with the order's address. */
export function NextSteps({ email }: { email: string | undefined }) {
  const { t } = usePageContext();
  const heading = useId();
  return (
    <section className={styles.next} aria-labelledby={heading}>
      <h2 id={heading} className={styles.title}>
        {t('result.next')}
      </h2>
      <ol className={styles.steps}>
        <li className={styles.step}>
          <h3 className={styles.name}>{t('result.next.download')}</h3>
          <p className={styles.text}>{t('result.next.download.text')}</p>
          <AppDownloads />
        </li>
        <li className={styles.step}>
          <h3 className={styles.name}>
            {email
              ? t.nodes('result.next.login', { email: <bdi dir="ltr">{email}</bdi> })
              : t('result.next.login.plain')}
          </h3>
          <p className={styles.text}>{t('result.next.login.text')}</p>
        </li>
      </ol>
    </section>
  );
}
