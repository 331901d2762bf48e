import { useId } from 'react';
import { DATA_FILE } from '../../api/account';
import { useShop } from '../../state/shop';
import { ButtonLink } from '../../ui/Button';
import { MailLink } from '../../ui/MailLink';
import styles from './Panel.module.css';

/** What is stored, as a file; and what a person still does by letter. */
export function YourData() {
  const { page, t } = useShop();
  const heading = useId();
  const { brand } = page;
  return (
    <section aria-labelledby={heading} className={styles.part}>
      <h2 id={heading} className={styles.name}>
        {t('panel.data')}
      </h2>
      <p>{t('panel.data.text')}</p>
      <div className={styles.actions}>
        <ButtonLink look="secondary" href={DATA_FILE} download>
          {t('panel.data.download')}
        </ButtonLink>
      </div>
      <p className={styles.quiet}>
        {t.nodes('panel.by_mail', {
          days: brand.claims.guarantee_days,
          support: <MailLink to={brand.support_email} />,
        })}
      </p>
    </section>
  );
}
