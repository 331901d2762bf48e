import styles from './pictures-night.module.css';

/** The picture of the page about access: a harbour gate that stands open, the sun behind it. Decoration only. */
export function OpenGates() {
  return (
    <svg viewBox="0 0 1440 900" preserveAspectRatio="xMidYMax slice" aria-hidden="true" focusable="false">
      <path
        className={styles.star}
        d="M100 110h.01M250 70h.01M400 170h.01M560 80h.01M880 120h.01M1060 70h.01M1220 180h.01M1370 100h.01"
      />
      <circle className={styles.glow} cx="720" cy="690" r="250" />
      <circle className={styles.glow} cx="720" cy="690" r="180" />
      <circle className={styles.sun} cx="720" cy="690" r="112" />
      <path className={styles.water} d="M0 690h1440v210H0z" />
      <path className={styles.path} d="M690 690h60l170 210H520z" />
      <path className={styles.wave} d="M90 760h110M270 820h90M150 866h120M1080 760h90M1190 830h130M1010 862h80" />
      <g transform="translate(0 70)">
        <path className={styles.block} d="M300 900V520h110v380zM1030 900V520h110v380z" />
        <path className={styles.roof} d="M286 520h138l-20-44H306zM1016 520h138l-20-44h-98z" />
        <path className={styles.lamp} d="M344 556h22v34h-22zM1074 556h22v34h-22z" />
        <path className={styles.gate} d="M410 560l130 60v230l-130 50zM1030 560L900 620v230l130 50z" />
        <path className={styles.bar} d="M442 576v310M474 591v284M506 606v256M998 576v310M966 591v284M934 606v256" />
      </g>
      <path className={styles.way} d="M720 860V720" />
    </svg>
  );
}
