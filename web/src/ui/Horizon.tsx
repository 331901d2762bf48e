import styles from './Horizon.module.css';

/** The shop's picture: the sun over three lines of dunes, or the moon in dark colours. Decoration only. */
export function Horizon() {
  return (
    <svg
      className={styles.horizon}
      viewBox="0 0 1440 320"
      preserveAspectRatio="none"
      aria-hidden="true"
      focusable="false"
    >
      <path className={styles.far} d="M0 150C180 80 330 60 520 110s330 70 520 10 270-60 400-20v190H0z" />
      <path className={styles.middle} d="M0 220c160-50 300-80 480-40s300 90 500 40 320-70 460-40v115H0z" />
      <path className={styles.near} d="M0 250c240 60 420-40 720-10s480 60 720-20v100H0z" />
    </svg>
  );
}
