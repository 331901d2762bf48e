import styles from './Arrival.module.css';

/**
 * The shop's picture of travelling: through the window of a plane the sun, the dunes and the coast, and the way that leads
 * there. Decoration only.
 */
export function Arrival() {
  return (
    <svg className={styles.picture} viewBox="0 0 420 440" width="420" height="440" aria-hidden="true" focusable="false">
      <defs>
        <clipPath id="arrival-pane">
          <rect x="92" y="34" width="236" height="330" rx="112" />
        </clipPath>
      </defs>
      <rect className={styles.wall} x="20" y="0" width="380" height="440" rx="48" />
      <rect className={styles.frame} x="70" y="14" width="280" height="372" rx="134" />
      <g clipPath="url(#arrival-pane)">
        <rect className={styles.sky} x="92" y="34" width="236" height="330" />
        <circle className={styles.glow} cx="236" cy="150" r="78" />
        <circle className={styles.sun} cx="236" cy="150" r="46" />
        <path className={styles.cloud} d="M100 112h64a15 15 0 0 0 0-30 22 22 0 0 0-41-7 18 18 0 0 0-23 17z" />
        <path className={styles.far} d="M92 236c44-34 92-38 130-16s70 14 106-14v158H92z" />
        <path className={styles.middle} d="M92 274c50-26 96-18 136 2s66 12 100-10v98H92z" />
        <path className={styles.sea} d="M92 316c40-10 80 8 118 8s76-18 118-10v50H92z" />
        <path className={styles.way} d="M112 330C128 246 196 226 262 262" />
        <path className={styles.pin} d="M262 222c-13 0-22 9-22 21 0 15 22 34 22 34s22-19 22-34c0-12-9-21-22-21z" />
        <circle className={styles.hole} cx="262" cy="243" r="8" />
      </g>
      <rect className={styles.blind} x="92" y="34" width="236" height="34" rx="17" clipPath="url(#arrival-pane)" />
      <g className={styles.phone}>
        <rect className={styles.case} x="268" y="254" width="112" height="176" rx="20" />
        <rect className={styles.screen} x="276" y="262" width="96" height="160" rx="13" />
        <path className={styles.bars} d="M298 356v-14M313 356v-26M328 356v-38M343 356v-50" />
        <rect className={styles.chip} x="296" y="374" width="56" height="30" rx="9" />
        <path className={styles.wire} d="M312 374v30M336 374v30M296 389h16M336 389h16" />
      </g>
    </svg>
  );
}
