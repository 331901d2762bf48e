import styles from './Hourglass.module.css';

/** The picture of a sale: an hourglass in which a harbour goes to sleep, light by light. Decoration only. */
export function Hourglass() {
  return (
    <svg viewBox="0 0 120 150" width="104" height="130" aria-hidden="true" focusable="false">
      <path
        className={styles.glass}
        d="M26 14h68c0 32-12 44-28 61 16 17 28 29 28 61H26c0-32 12-44 28-61-16-17-28-29-28-61z"
      />
      <path className={styles.sky} d="M36 40h48c-4 12-12 21-24 32-12-11-20-20-24-32z" />
      <path
        className={styles.lights}
        d="M44 40h.01M52 40h.01M60 40h.01M68 40h.01M76 40h.01M56 50h.01M64 50h.01M60 60h.01"
      />
      <path className={styles.fall} d="M60 74v36" />
      <path className={styles.sea} d="M27 136c1-10 5-18 10-24 8-5 15 3 23 0s15-5 23 0c5 6 9 14 10 24z" />
      <path className={styles.quay} d="M38 112v-9h7v-6h5v15M70 112v-12h6v4h6v8" />
      <path
        className={styles.lights}
        d="M36 124h.01M46 122h.01M56 124h.01M66 122h.01M76 124h.01M86 123h.01M41 131h.01M61 131h.01M81 131h.01"
      />
      <path className={styles.frame} d="M18 10h84M18 140h84" />
    </svg>
  );
}
