import { useId } from 'react';
import styles from './Stars.module.css';

const STAR = 'M12 1.8l3.1 6.4 7 1-5.1 4.9 1.3 7L12 17.8l-6.3 3.3 1.3-7L1.9 9.2l7-1z';

/** Five stars, of which as many tenths are filled as the score says. The words beside them carry the meaning. */
export function Stars({ score }: { score: string }) {
  const filled = 24 * Math.min(5, Math.max(0, Number.parseFloat(score) || 0));
  const id = useId();
  return (
    <svg className={styles.stars} viewBox="0 0 120 24" width="110" height="22" aria-hidden="true">
      <clipPath id={id}>
        <rect width={filled} height="24" />
      </clipPath>
      {[styles.empty, styles.full].map((look, layer) => (
        <g key={look} className={look} clipPath={layer === 1 ? `url(#${id})` : undefined}>
          {[0, 24, 48, 72, 96].map((x) => (
            <path key={x} d={STAR} transform={`translate(${x})`} />
          ))}
        </g>
      ))}
    </svg>
  );
}
