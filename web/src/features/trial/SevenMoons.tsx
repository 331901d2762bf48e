import styles from './SevenMoons.module.css';

const nights =
  'M11 51.1a11 11 0 1 1 22 0a11 11 0 1 1-22 0M47.6 34.8a11 11 0 1 1 22 0a11 11 0 1 1-22 0M84.2 23.9a11 11 0 1 1 22 0a11 11 0 1 1-22 0M120.8 20a11 11 0 1 1 22 0a11 11 0 1 1-22 0' +
  'M157.4 23.9a11 11 0 1 1 22 0a11 11 0 1 1-22 0M194 34.8a11 11 0 1 1 22 0a11 11 0 1 1-22 0M230.6 51.1a11 11 0 1 1 22 0a11 11 0 1 1-22 0';
const lit =
  'M22 40.1a11 11 0 0 1 0 22a7.9 11 0 0 0 0-22M58.6 23.8a11 11 0 0 1 0 22a4.7 11 0 0 0 0-22M95.2 12.9a11 11 0 0 1 0 22a1.6 11 0 0 0 0-22M131.8 9a11 11 0 0 1 0 22a1.6 11 0 0 1 0-22' +
  'M168.4 12.9a11 11 0 0 1 0 22a4.7 11 0 0 1 0-22M205 23.8a11 11 0 0 1 0 22a7.9 11 0 0 1 0-22M241.6 40.1a11 11 0 0 1 0 22a11 11 0 0 1 0-22';

/** The picture of the trial: seven nights in which the moon grows full over the harbour. Decoration only. */
export function SevenMoons() {
  return (
    <svg className={styles.picture} viewBox="0 0 264 96" aria-hidden="true" focusable="false">
      <path className={styles.night} d={nights} />
      <path className={styles.light} d={lit} />
      <path className={styles.sea} d="M92 84c10-4 16-4 26 0s16 4 27 0 17-4 27 0M112 92c8-3 13-3 20 0s13 3 20 0" />
      <path className={styles.boat} d="M119 76h26l-5 7h-17zM131 50v24h-13zM134 56l10 18h-10z" />
    </svg>
  );
}
