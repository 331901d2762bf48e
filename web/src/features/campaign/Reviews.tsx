import { Quote } from '../../sections/Testimonials';
import { usePageContext } from '../../state/page-context';
import { type Campaign, useWords } from './content';
import styles from './Reviews.module.css';

/** Customers' reviews, side by side. Samples are labelled as samples. */
export function Reviews({ campaign }: { campaign: Campaign }) {
  const { page, t } = usePageContext();
  const testimonials = page.brand.claims.testimonials ?? [];
  const title = useWords(campaign)('reviews.title');
  return (
    <section className={`container ${styles.reviews}`} aria-label={title}>
      <h2 className={styles.title}>{title}</h2>
      <ul className={styles.list}>
        {testimonials.map((one) => (
          <li key={one.id}>
            <Quote testimonial={one} />
          </li>
        ))}
      </ul>
      {testimonials.some(({ sample }) => sample) ? <p className={styles.sample}>{t('sample.reviews')}</p> : null}
    </section>
  );
}
