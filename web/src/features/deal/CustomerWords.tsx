import { Quote } from '../../sections/Testimonials';
import { usePageContext } from '../../state/page-context';
import styles from './CustomerWords.module.css';

/** One customer's review. A sample is labelled as a sample. */
export function CustomerWords() {
  const { page, t } = usePageContext();
  const one = page.brand.claims.testimonials?.[0];
  if (!one) return null;
  return (
    <section className={`container ${styles.words}`} aria-label={t('deal.words.title')}>
      <div className={styles.quote}>
        <Quote testimonial={one} />
      </div>
      {one.sample ? <p className={styles.sample}>{t('sample.reviews')}</p> : null}
    </section>
  );
}
