import styles from './BrandMark.module.css';

/** The sign of the shop: the sun above a quay. Decoration only, the name is written beside it. */
export function BrandMark() {
  return (
    <svg className={styles.mark} viewBox="0 0 36 36" width="36" height="36" aria-hidden="true">
      <rect className={styles.ground} width="36" height="36" rx="10" />
      <circle className={styles.sun} cx="18" cy="15.5" r="6.5" />
      <path
        className={styles.quay}
        d="M0 20c7-3.4 12-2.6 18 0s12 2.6 18-1v7c0 5.500-4.500 10-10 10H10C4.500 36 0 31.500 0 26z"
      />
      <path className={styles.wave} d="M7 27c4-2 7-1.500 11 0s7 1.500 11-.5" />
    </svg>
  );
}
