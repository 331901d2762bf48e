import styles from './Icon.module.css';
import type { Shape } from './shapes';

/** The shapes' HTML on the server; in the browser a reference that draws them into a sprite without any. */
type Shapes = string | ((sprite: SVGSVGElement | null) => void);

/**
 * The shapes, once per page; each `Icon` references one of them. The browser knows the sprite as an element with an empty
 * text, so that React leaves what the server wrote into it.
 */
export function Sprite({ shapes }: { shapes: Shapes }) {
  if (typeof shapes === 'function') {
    return (
      <svg ref={shapes} className={styles.sprite} aria-hidden="true" width="0" height="0">
        {''}
      </svg>
    );
  }
  return (
    <svg
      className={styles.sprite}
      aria-hidden="true"
      width="0"
      height="0"
      // biome-ignore lint/security/noDangerouslySetInnerHtml: constants of ours, which React would draw anew on each page
      dangerouslySetInnerHTML={{ __html: shapes }}
    />
  );
}

/** A picture beside words: it never carries meaning alone, so it is hidden from assistive technology. */
export function Icon({ shape, mirrors = false }: { shape: Shape; mirrors?: boolean }) {
  return (
    <svg
      className={mirrors ? `${styles.icon} ${styles.mirrors}` : styles.icon}
      aria-hidden="true"
      width="20"
      height="20"
    >
      <use href={`#shape-${shape}`} />
    </svg>
  );
}
