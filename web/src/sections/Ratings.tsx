import type { Rating } from '../rules/wire';
import { usePageContext } from '../state/page-context';
import { Stars } from '../ui/Stars';
import styles from './Ratings.module.css';

/** The content of the review badges. */
export interface RatingsContent {
  title: string;
  ratings: readonly Rating[];
}

/** Other people's ratings: figures from the brand file, page by page. */
export function Ratings({ title, ratings }: RatingsContent) {
  const { t } = usePageContext();
  return (
    <section className={`container ${styles.ratings}`} aria-label={title}>
      <h2 className={styles.title}>{title}</h2>
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
