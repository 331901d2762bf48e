import styles from './CallAcross.module.css';

/** Two people in a call, a sea between them. Decoration only. */
export function CallAcross() {
  return (
    <svg className={styles.picture} viewBox="0 0 560 400" aria-hidden="true" focusable="false">
      <rect className={styles.sky} width="560" height="400" rx="24" />
      <path className={styles.sun} d="M280 250a70 70 0 0 1 70-70 70 70 0 0 1 70 70z" />
      <path className={styles.sea} d="M0 250h560v126a24 24 0 0 1-24 24H24a24 24 0 0 1-24-24z" />
      <path className={styles.ripple} d="M300 274h90M250 296h70M360 316h84M210 340h60" />
      <path className={styles.arc} d="M150 130C220 50 340 50 410 130" />
      <g className={styles.phone}>
        <rect x="72" y="116" width="150" height="244" rx="22" />
        <rect x="338" y="116" width="150" height="244" rx="22" />
      </g>
      <g className={styles.screen}>
        <rect x="82" y="128" width="130" height="220" rx="14" />
        <rect x="348" y="128" width="130" height="220" rx="14" />
      </g>
      <path className={styles.cloth} d="M98 348c0-46 20-66 49-66s49 20 49 66z" />
      <path className={styles.scarf} d="M116 236c0-26 13-42 31-42s31 16 31 42c0 24-8 42-8 54h-46c0-12-8-30-8-54z" />
      <ellipse className={styles.skin} cx="147" cy="238" rx="20" ry="25" />
      <path className={styles.other} d="M364 348c0-46 20-66 49-66s49 20 49 66z" />
      <ellipse className={styles.skin} cx="413" cy="240" rx="23" ry="28" />
      <path className={styles.hair} d="M388 234c-2-30 10-44 26-44s28 14 25 44c-6-14-14-20-25-20s-20 6-26 20z" />
      <path className={styles.smile} d="M139 250q8 7 16 0M404 254q9 8 18 0" />
      <g className={styles.button}>
        <circle cx="147" cy="330" r="13" />
        <circle cx="413" cy="330" r="13" />
      </g>
    </svg>
  );
}
