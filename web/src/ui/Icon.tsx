import styles from './Icon.module.css';
import { SHAPES, type Shape } from './shapes';

const SYMBOLS = Object.entries(SHAPES)
  .map(([name, outline]) => `<symbol id="shape-${name}" viewBox="0 0 24 24"><path d="${outline}"/></symbol>`)
  .join('');

/** The shapes, once per page; each `Icon` references one of them. */
export function Sprite() {
  return (
    <svg
      className={styles.sprite}
      aria-hidden="true"
      width="0"
      height="0"
      // biome-ignore lint/security/noDangerouslySetInnerHtml: constants of ours, which React would draw anew on each page
      dangerouslySetInnerHTML={{ __html: SYMBOLS }}
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
