import styles from './NightFlight.module.css';

/** Small lights: one dash each, so that a whole shore is one line. */
const STARS =
  'M96 120h.01M210 70h.01M330 170h.01M470 60h.01M560 150h.01M690 70h.01M770 190h.01M905 110h.01M1010 60h.01M1130 240h.01M1290 330h.01M1370 90h.01M1240 60h.01M150 260h.01M420 280h.01M620 300h.01M1060 380h.01M1400 250h.01M60 360h.01M280 400h.01';
const SHORE =
  'M0 742h90M130 738h60M240 744h120M420 748h70M548 748h300M900 748h80M1010 742h120M1180 738h90M1310 742h130';

/** The picture of the landing page: a flight over the gulf at night, between two lit shores. Decoration only. */
export function NightFlight() {
  return (
    <svg
      className={styles.picture}
      viewBox="0 0 1440 900"
      preserveAspectRatio="xMidYMax slice"
      aria-hidden="true"
      focusable="false"
    >
      <path className={styles.star} d={STARS} />
      <path className={styles.moon} d="M1150 110a62 62 0 1 0 52 96 54 54 0 0 1-52-96z" />
      <radialGradient id="night-glow">
        <stop className={styles.glow} offset="0" />
        <stop className={styles.glowEnd} offset="1" />
      </radialGradient>
      <ellipse fill="url(#night-glow)" cx="720" cy="752" rx="900" ry="190" />
      {/* The way flown and the way to go. */}
      <path className={styles.way} d="M120 735C400 596 660 556 852 606" />
      <path className={styles.ahead} d="M852 606c170 44 330 96 450 132" />
      <g className={styles.plane} transform="translate(852 606) rotate(15)">
        <path d="M34 0c0-4-4-6-9-6H8L-8-30h-7l7 24h-14l-8-9h-5l4 15-4 15h5l8-9h14l-7 24h7L8 6h17c5 0 9-2 9-6z" />
      </g>
      {/* A city on the horizon, and two shores with their towers. */}
      <path
        className={styles.far}
        d="M540 756v-20h20v-22h12v22h16v-34h10v-14l4-18 4 18v14h10v44h18v-28h16v28h60v-12h22v12h14v-40h14v40h18v-58h8l4-34 4 34h8v58h16v-26h20v26h26v20z"
      />
      <path
        className={styles.far}
        d="M0 760V700l40-6v-44h26v40h34v-70h20v-26l6-34 6 34v26h18v76h36v-52h30v48h44v-30h24v30h52v-18h30v18h58l70 12 66 16v80H0z"
      />
      <path
        className={styles.near}
        d="M1440 780V664h-34v-46h-26v52h-30v-96h-14l-8-78-8 78h-14v104h-34v-60h-30v64h-40v-36c0-20-34-20-34 0v40h-52v-22h-34v26h-70l-60 20-76 22-60 20v36z"
      />
      <path className={styles.lights} d={SHORE} />
      <path
        className={styles.windows}
        d="M48 668h8M110 640h6M126 612h4M206 672h8M1336 610h6M1344 650h6M1390 646h8M1258 664h8M1134 690h8"
      />
      <path className={styles.sea} d="M0 752h1440v148H0z" />
      <path
        className={styles.reflections}
        d="M126 776v44M60 772v24M220 776v30M330 772v18M1328 772v60M1390 776v28M1270 774v24M1160 772v18M470 786h70M640 806h160M900 788h60M380 838h120M760 850h110M1020 828h90"
      />
      {/* A dhow on its way home. */}
      <path className={styles.dhow} d="M664 812h92l-16 22h-60zM704 806V742c22 12 38 34 42 58z" />
    </svg>
  );
}
