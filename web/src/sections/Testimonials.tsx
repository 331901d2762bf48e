import type { Figure, Testimonial } from '../rules/wire';
import { usePageContext } from '../state/page-context';
import { Carousel } from '../ui/Carousel';
import { Stars } from '../ui/Stars';
import styles from './Testimonials.module.css';

/** The content of the testimonials. */
export interface TestimonialsContent {
  title: string;
  /** Further figures from the brand file. */
  figures?: readonly Figure[];
  testimonials: readonly Testimonial[];
}

/** Customers' reviews, one at a time. Samples are labelled as samples. */
export function Testimonials({ title, figures = [], testimonials }: TestimonialsContent) {
  const { t } = usePageContext();
  const words = {
    previous: t('carousel.previous'),
    next: t('carousel.next'),
    pause: t('carousel.pause'),
    play: t('carousel.play'),
    position: (number: number, count: number) => t('carousel.position', { number, count }),
    show: (number: number) => t('carousel.show', { number }),
  };
  const slides = testimonials.map((one) => ({ id: one.id, content: <Quote testimonial={one} /> }));
  return (
    <div className={`container ${styles.testimonials}`}>
      <div className={styles.head}>
        <h2 className={styles.title}>{title}</h2>
        {figures.map(({ value, text }) => (
          <p key={text} className={styles.figure}>
            <bdi className={styles.value}>{value}</bdi> {text}
          </p>
        ))}
      </div>
      <Carousel title={title} words={words} slides={slides} />
      {testimonials.some(({ sample }) => sample) ? <p className={styles.sample}>{t('sample.reviews')}</p> : null}
    </div>
  );
}

/** One customer's words. */
export function Quote({ testimonial }: { testimonial: Testimonial }) {
  const { t } = usePageContext();
  const { rating, comment, name, country, date, date_text } = testimonial;
  return (
    <figure className={styles.quote}>
      <Stars score={String(rating)} />
      <span className="visually-hidden">{t('trust.rating', { score: rating })}</span>
      <blockquote className={styles.comment}>
        <p>{comment}</p>
      </blockquote>
      <figcaption className={styles.who}>
        <bdi className={styles.name}>{name}</bdi>
        <span>{country}</span>
        <time dateTime={date}>{date_text}</time>
      </figcaption>
    </figure>
  );
}
