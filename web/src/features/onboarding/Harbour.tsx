import styles from './Harbour.module.css';

/** A boat at the quay with its gangway out, the morning behind it. Decoration only. */
export function Harbour({ className }: { className: string }) {
  return (
    <svg
      className={`${styles.harbour} ${className}`}
      viewBox="0 0 480 300"
      width="480"
      height="300"
      aria-hidden="true"
      focusable="false"
    >
      <circle className={styles.glow} cx="330" cy="112" r="84" />
      <circle className={styles.sun} cx="330" cy="112" r="58" />
      <path className={styles.far} d="M0 196c50-34 96-40 150-16s96 22 150-8 118-30 180 2v126H0z" />
      <path className={styles.sea} d="M0 218h480v66a16 16 0 0 1-16 16H16a16 16 0 0 1-16-16z" />
      <path className={styles.mast} d="M258 46v172" />
      <path className={styles.flag} d="m258 46 30 9-30 10z" />
      <path className={styles.sail} d="M266 72c56 30 84 72 90 122h-90z" />
      <path className={styles.jib} d="M250 92c-34 34-52 68-58 102h58z" />
      <path className={styles.hull} d="M168 210h204l-26 40c-5 8-12 12-22 12H216c-10 0-17-4-22-12z" />
      <path className={styles.stripe} d="M176 222h188" />
      <path className={styles.quay} d="M0 204h104v22H0zM18 226h14v74H18zM72 226h14v74H72z" />
      <path className={styles.gangway} d="M98 206 180 214M112 206v-18M146 210v-18M112 190l66 8" />
      <path
        className={styles.wave}
        d="M120 272c16-8 32-8 48 0s32 8 48 0 32-8 48 0 32 8 48 0 32-8 48 0 32 8 48 0M150 288c14-6 28-6 42 0s28 6 42 0 28-6 42 0 28 6 42 0"
      />
    </svg>
  );
}
