import { usePageContext } from '../../state/page-context';
import styles from './TravellerReviews.module.css';

const REVIEWS = [1, 2, 3] as const;

/** Sample reviews, labelled as samples. */
export function Reviews() {
  const { t } = usePageContext();
  return (
    <section className={`container ${styles.reviews}`} aria-labelledby="reviews">
      <h2 id="reviews" className={styles.title}>
        {t('esim_home.reviews')}
      </h2>
      <p className={styles.note}>{t('esim_home.reviews.note')}</p>
      <ul className={styles.list}>
        {REVIEWS.map((review) => (
          <li key={review} className={styles.review}>
            <p>{t(`esim_home.review.${review}`)}</p>
            <p className={styles.by}>{t(`esim_home.review.${review}.by`)}</p>
          </li>
        ))}
      </ul>
    </section>
  );
}
