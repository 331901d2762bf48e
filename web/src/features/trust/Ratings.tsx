import { useShop } from '../../state/shop';
import { Stars } from '../../ui/Stars';
import styles from './Ratings.module.css';

/** What others think: figures from the brand file, page by page. */
export function Ratings() {
  const { page, t } = useShop();
  const { ratings, users } = page.brand.claims;
  return (
    <section className={`container ${styles.ratings}`} aria-labelledby="trusted">
      <h2 id="trusted" className={styles.title}>
        {t('trust.users', { users })}
      </h2>
      <ul className={styles.badges}>
        {ratings.map(({ score, reviews, place }) => (
          <li key={place} className={styles.badge}>
            <Stars score={score} />
            <p className={styles.score}>
              <span className="visually-hidden">{t('trust.rating', { score })}</span>
              <bdi aria-hidden="true">
                {score}
                <span className={styles.outOf}>/5</span>
              </bdi>
            </p>
            <p className={styles.source}>
              {t.nodes('trust.reviews', { reviews: <bdi>{reviews}</bdi> })}
              {' · '}
              <bdi>{place}</bdi>
            </p>
          </li>
        ))}
      </ul>
    </section>
  );
}
