import { useId } from 'react';
import { usePageContext } from '../../state/page-context';
import { Stars } from '../../ui/Stars';
import styles from './Figures.module.css';

/** The shop's figures about itself. All of them are claims of the brand file, each with its source there. */
export function Figures() {
  const { page, t } = usePageContext();
  const heading = useId();
  const { ratings, figures, guarantee_days: days } = page.brand.claims;
  return (
    <section className={styles.figures} aria-labelledby={heading}>
      <div className="container">
        <h2 id={heading} className="visually-hidden">
          {t('esim_home.figures')}
        </h2>
        <ul className={styles.list}>
          {ratings.map(({ score, reviews, place }) => (
            <li key={place} className={styles.figure}>
              <p className={styles.value}>
                <span className="visually-hidden">{t('esim_home.rating', { score })}</span>
                <bdi aria-hidden="true">{score}</bdi>
                <Stars score={score} />
              </p>
              <p className={styles.text}>{t.nodes('esim_home.rating.reviews', { reviews: <bdi>{reviews}</bdi> })}</p>
            </li>
          ))}
          {figures?.map(({ value, text }) => (
            <Figure key={text} value={value} text={text} />
          ))}
          <Figure value={t('esim_home.guarantee', { days })} text={t('esim_home.guarantee.text')} />
        </ul>
      </div>
    </section>
  );
}

function Figure({ value, text }: { value: string; text: string }) {
  return (
    <li className={styles.figure}>
      <p className={styles.value}>
        <bdi>{value}</bdi>
      </p>
      <p className={styles.text}>{text}</p>
    </li>
  );
}
