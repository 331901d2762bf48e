import styles from './pictures-night.module.css';

/** One window of the house front; the lit one has its curtains drawn. */
function Window({ x, y, isDrawn = false }: { x: number; y: number; isDrawn?: boolean }) {
  return (
    <g transform={`translate(${x} ${y})`}>
      <path className={isDrawn ? styles.lamp : styles.pane} d="M0 0h92v118H0z" />
      {isDrawn ? <path className={styles.curtain} d="M0 0h50c-4 40-8 84-6 118H0zM92 0H42c4 40 8 84 6 118h44z" /> : null}
      <path className={styles.frame} d="M0 0h92v118H0zM-10 124h112" />
    </g>
  );
}

/** The picture of the page about threats: a street of open windows, and one with its curtains drawn. Decoration only. */
export function DrawnCurtains() {
  return (
    <svg viewBox="0 0 1440 900" preserveAspectRatio="xMidYMax slice" aria-hidden="true" focusable="false">
      <path
        className={styles.star}
        d="M110 90h.01M280 160h.01M430 60h.01M610 130h.01M760 70h.01M900 190h.01M1090 60h.01M1260 130h.01M1390 210h.01"
      />
      <path className={styles.far} d="M0 900V560h150v-60h180v80h170v-40h140v360z" />
      <path className={styles.block} d="M600 900V500h560v400zM1180 900V560h260v340z" />
      <path className={styles.roof} d="M584 500l60-50h472l60 50zM1170 560l40-38h230v38z" />
      <Window x={650} y={560} />
      <Window x={800} y={560} isDrawn />
      <Window x={950} y={560} />
      <Window x={650} y={740} />
      <Window x={950} y={740} />
      <Window x={1220} y={620} />
      <path className={styles.door} d="M806 900V772a40 40 0 0 1 80 0v128z" />
      <circle className={styles.light} cx="846" cy="724" r="8" />
      <g transform="translate(967 -38)">
        <path
          className={styles.ring}
          d="M330 470a46 46 0 0 1 0-66M304 496a84 84 0 0 1 0-118M356 470a46 46 0 0 0 0-66M382 496a84 84 0 0 0 0-118"
        />
        <path className={styles.mast} d="M343 440v120" />
        <circle className={styles.light} cx="343" cy="437" r="9" />
      </g>
    </svg>
  );
}
