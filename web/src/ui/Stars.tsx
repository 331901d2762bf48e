import styles from './Stars.module.css';

/** A star of 22 by 20 units. Every line is relative, so that the same path draws the next one 24 units further on. */
const STAR = 'l3.1 6.4 7 1-5.1 4.9 1.3 7-6.3-3.3-6.3 3.3 1.3-7-5.1-4.9 7-1z';
const FIVE = `M12 1.8${STAR}${`m24 0${STAR}`.repeat(4)}`;

/** Five stars, filled to the tenth of the score. The words beside them carry the meaning. */
export function Stars({ score }: { score: string }) {
  const tenths = Math.round(10 * Math.min(5, Math.max(0, Number.parseFloat(score) || 0)));
  return (
    <svg className={styles.stars} viewBox="0 0 120 24" width="110" height="22" aria-hidden="true">
      <path className={styles.empty} d={FIVE} />
      {/* A nested SVG shows nothing beyond its own edge. */}
      <svg width={(24 * tenths) / 10} aria-hidden="true">
        <path className={styles.full} d={FIVE} />
      </svg>
    </svg>
  );
}
