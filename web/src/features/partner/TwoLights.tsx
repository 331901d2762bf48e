import styles from './TwoLights.module.css';

/** The picture of a partner's page: two lighthouses whose beams meet. Decoration only. */
export function TwoLights() {
  return (
    <svg
      className={styles.picture}
      viewBox="0 0 1440 320"
      preserveAspectRatio="xMidYMax slice"
      aria-hidden="true"
      focusable="false"
    >
      <path className={styles.beam} d="M262 97 720 150v56zM1178 97 720 150v56z" />
      <g className={styles.tower}>
        <path d="m244 200 8-96h20l8 96zM1160 200l8-96h20l8 96z" />
        <path d="M246 92h32l-16-20zM1162 92h32l-16-20z" />
      </g>
      <path className={styles.lamp} d="M252 92h20v13h-20zM1168 92h20v13h-20z" />
    </svg>
  );
}
