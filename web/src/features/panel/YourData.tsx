import { useId } from 'react';
import { DATA_FILE } from '../../api/account';
import { usePageContext } from '../../state/page-context';
import { ButtonLink } from '../../ui/Button';
import styles from './Panel.module.css';

/** All stored data, as a file. */
export function YourData() {
  const { t } = usePageContext();
  const heading = useId();
  return (
    <section aria-labelledby={heading} className={styles.setting}>
      <h2 id={heading} className={styles.what}>
        {t('panel.data')}
      </h2>
      <p className={styles.quiet}>{t('panel.data.text')}</p>
      <div className={styles.actions}>
        <ButtonLink look="secondary" href={DATA_FILE} download>
          {t('panel.data.download')}
        </ButtonLink>
      </div>
    </section>
  );
}
