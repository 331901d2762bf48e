import { useId } from 'react';
import type { EsimHomePage } from '../../rules/wire';
import { usePageContext } from '../../state/page-context';
import { Amount } from '../../ui/Price';
import styles from './Comparison.module.css';

/** The claimed price of roaming and our price for a month; without either there is no comparison. */
export function Comparison({ month }: { month: EsimHomePage['month'] }) {
  const { page, t } = usePageContext();
  const heading = useId();
  const { roaming_day } = page.brand.claims;
  if (!month || !roaming_day) return null;
  return (
    <section className={`container ${styles.comparison}`} aria-labelledby={heading}>
      <h2 id={heading} className={styles.title}>
        {t('esim_home.compare')}
      </h2>
      <div className={styles.sides}>
        <div className={styles.side}>
          <h3 className={styles.name}>{t('esim_home.roaming')}</h3>
          <p className={styles.dear}>{t('esim_home.roaming.price', { price: roaming_day })}</p>
          <p className={styles.text}>{t('esim_home.roaming.text')}</p>
        </div>
        <div className={`${styles.side} ${styles.ours}`}>
          <h3 className={styles.name}>{t('esim_home.ours', { brand: page.brand.name })}</h3>
          <p className={styles.price}>
            {t.nodes('esim_home.ours.price', { price: <Amount text={month.price_text} /> })}
          </p>
          <p className={styles.text}>{t('esim_home.ours.text', { data: month.data_text, days: month.days_text })}</p>
        </div>
      </div>
    </section>
  );
}
