import { type ReactNode, useEffect, useState } from 'react';
import styles from './Carousel.module.css';
import { Icon } from './Icon';

/** The labels of the controls. */
export interface CarouselWords {
  previous: string;
  next: string;
  pause: string;
  play: string;
  /** A slide's position, such as "2 of 4". */
  position: (number: number, count: number) => string;
  /** The label of a slide's dot. */
  show: (number: number) => string;
}

interface CarouselProps {
  title: string;
  words: CarouselWords;
  slides: readonly { id: string; content: ReactNode }[];
}

/** Specification 1, section 4. */
const INTERVAL_MS = 5000;

/**
 * Slides that rotate and wrap in both directions. They share one cell as high as the highest, so that nothing moves
 * when they change; without scripts they are stacked vertically.
 */
export function Carousel({ title, words, slides }: CarouselProps) {
  const count = slides.length;
  const [current, setCurrent] = useState(0);
  const [isHeld, setHeld] = useState(false);
  // Off until the browser has confirmed that motion is welcome.
  const [plays, setPlays] = useState(false);

  useEffect(() => setPlays(window.matchMedia('(prefers-reduced-motion: no-preference)').matches), []);
  useEffect(() => {
    if (!plays || isHeld) return undefined;
    const timer = window.setInterval(() => setCurrent((shown) => (shown + 1) % count), INTERVAL_MS);
    return () => window.clearInterval(timer);
  }, [plays, isHeld, count]);

  const go = (to: number) => setCurrent((to + count) % count);
  const hold = () => setHeld(true);
  const release = () => setHeld(false);

  return (
    <section
      className={styles.carousel}
      aria-roledescription="carousel"
      aria-label={title}
      onPointerEnter={hold}
      onPointerLeave={release}
      onFocus={hold}
      onBlur={release}
    >
      <div className={styles.stage} aria-live={plays && !isHeld ? 'off' : 'polite'}>
        {slides.map(({ id, content }, index) => (
          // biome-ignore lint/a11y/useSemanticElements: a slide is no set of form fields
          <div
            key={id}
            role="group"
            aria-roledescription="slide"
            aria-label={words.position(index + 1, count)}
            className={styles.slide}
            data-shown={index === current || undefined}
          >
            {content}
          </div>
        ))}
      </div>
      <div className={styles.controls}>
        <button type="button" className={styles.button} onClick={() => go(current - 1)} aria-label={words.previous}>
          <Icon shape="previous" mirrors />
        </button>
        <div className={styles.dots}>
          {slides.map(({ id }, index) => (
            <button
              key={id}
              type="button"
              className={styles.dot}
              aria-label={words.show(index + 1)}
              aria-current={index === current ? 'true' : undefined}
              onClick={() => go(index)}
            />
          ))}
        </div>
        <button type="button" className={styles.button} onClick={() => go(current + 1)} aria-label={words.next}>
          <Icon shape="next" mirrors />
        </button>
        <button
          type="button"
          className={styles.button}
          onClick={() => setPlays(!plays)}
          aria-label={plays ? words.pause : words.play}
        >
          <Icon shape={plays ? 'pause' : 'play'} />
        </button>
      </div>
    </section>
  );
}
