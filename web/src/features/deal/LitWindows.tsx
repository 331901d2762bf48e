import styles from './LitWindows.module.css';

/** Houses on a canal, low where the words are. Their roofs are by turns stepped, bell-shaped and pointed. */
const HOUSES = [
  'M80 760V670h22v-20h22v-20h22v-18h38v18h22v20h22v20h22v90z',
  'M270 760V680c26-4 24-42 70-56 46 14 44 52 70 56v80z',
  'M430 760V690l90-70 90 70v70z',
  'M830 760V430h24v-26h24v-26h24v-26h48v26h24v26h24v26h24v330z',
  'M1040 760V500c34-4 30-72 80-90 50 18 46 86 80 90v260z',
  'M1220 760V480l90-96 90 96v280z',
];
/** Twelve windows that are paid for. */
const PAID =
  'M116 690h28v42h-28zM186 690h28v42h-28zM370 694h28v42h-28zM466 694h28v42h-28zM868 450h36v54h-36zM956 550h36v54h-36zM868 650h36v54h-36zM1072 530h36v54h-36zM1134 530h36v54h-36zM1072 640h36v54h-36zM1258 500h36v54h-36zM1330 620h36v54h-36z';
/** Four that come on top. */
const FREE = 'M544 694h28v42h-28zM956 450h36v54h-36zM868 550h36v54h-36zM1258 620h36v54h-36z';
const STARS =
  'M90 150h.01M230 90h.01M390 200h.01M520 70h.01M660 170h.01M800 90h.01M940 210h.01M1060 100h.01M1220 180h.01M1360 90h.01M1400 300h.01M40 330h.01M720 330h.01';
const SHIMMER =
  'M130 786v30M200 786v44M384 786v28M480 786v36M558 786v60M886 790v44M974 786v66M1090 786v50M1152 790v30M1276 788v60M1348 788v36';

/** The picture of the deal page: a canal at night with sixteen lit windows, four of them brighter. Decoration only. */
export function LitWindows() {
  return (
    <svg
      className={styles.picture}
      viewBox="0 0 1440 900"
      preserveAspectRatio="xMidYMax slice"
      aria-hidden="true"
      focusable="false"
    >
      <path className={styles.star} d={STARS} />
      <path className={styles.behind} d="M0 760V700h180v-20h240v20h230v-60h170v-60h200v-40h180v30h240v230z" />
      {HOUSES.map((house, index) => (
        <path key={house} className={index % 2 ? styles.far : styles.near} d={house} />
      ))}
      <path className={styles.paid} d={PAID} />
      <path className={styles.halo} d={FREE} />
      <path className={styles.free} d={FREE} />
      <path className={styles.quay} d="M0 752h1440v18H0z" />
      <path className={styles.water} d="M0 770h1440v130H0z" />
      <path className={styles.shimmer} d={SHIMMER} />
      {/* A boat that carries a SIM card. */}
      <g>
        <path className={styles.boat} d="M640 812h170c-6 26-22 38-44 38h-86c-22 0-36-14-40-38z" />
        <path className={styles.card} d="M690 722h52l24 24v62h-76z" />
        <path
          className={styles.chip}
          d="M712 756h32a6 6 0 0 1 6 6v26a6 6 0 0 1-6 6h-32a6 6 0 0 1-6-6v-26a6 6 0 0 1 6-6zM706 769h14M706 781h14M736 769h14M736 781h14M720 756v38M736 756v38"
        />
      </g>
    </svg>
  );
}
