import styles from './PaperBoat.module.css';

/** A sheet folded to a boat, on its way back to the quay. */
export function PaperBoat() {
  return (
    <svg viewBox="0 0 320 280" width="320" height="280" className={styles.boat} aria-hidden="true">
      <g className={styles.round}>
        <circle className={styles.sky} cx="160" cy="140" r="128" />
        <circle className={styles.sun} cx="94" cy="80" r="24" />
        <path className={styles.far} d="M36 170c30-24 60-30 92-16s70 14 156-6a128 128 0 0 1-6 48H40z" />
        <path className={styles.sea} d="M34 184c42-14 84-14 126 0s84 14 126 0a128 128 0 0 1-252 0z" />
        <path className={styles.wall} d="M232 150h52a128 128 0 0 1-14 56h-38z" />
        <path className={styles.roof} d="M226 142h60v12h-60z" />
        <path className={styles.paper} d="M132 92 88 180h88z" />
        <path className={styles.fold} d="m132 92 44 88h-44z" />
        <path className={styles.paper} d="M58 166h148l-30 52H88z" />
        <path className={styles.fold} d="m58 166 74 14-44 38z" />
        <path className={styles.line} d="M146 196h34M138 208h30" />
        <path className={styles.wave} d="M48 234c16-8 30-8 46 0s30 8 46 0 30-8 46 0 30 8 46 0" />
      </g>
    </svg>
  );
}
