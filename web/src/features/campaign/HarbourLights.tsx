import styles from './pictures-night.module.css';

/** The picture of the ad page: a harbour at night, its lights in the water, a boat coming home. Decoration only. */
export function HarbourLights() {
  return (
    <svg viewBox="0 0 1440 900" preserveAspectRatio="xMidYMax slice" aria-hidden="true" focusable="false">
      <path
        className={styles.star}
        d="M90 130h.01M230 80h.01M360 190h.01M520 90h.01M700 150h.01M860 70h.01M990 210h.01M1120 110h.01M1290 170h.01M1390 70h.01M1230 330h.01M1040 350h.01"
      />
      <circle className={styles.moon} cx="1190" cy="190" r="52" />
      <path className={styles.far} d="M0 690c150-30 260-36 420-16s250 20 420-8 400-40 600-6v240H0z" />
      <path
        className={styles.block}
        d="M960 690v-110h54v110zM1024 690v-190l22-40 22 40v190zM1080 690v-84h70v84zM1162 690v-140h44v140zM1216 690v-64h96v64zM1322 690v-104h50v104z"
      />
      <path
        className={styles.lamp}
        d="M974 604h12v12h-12zM994 634h12v12h-12zM1038 540h12v14h-12zM1038 580h12v14h-12zM1096 626h12v12h-12zM1124 648h12v12h-12zM1176 574h12v12h-12zM1176 612h12v12h-12zM1240 646h12v12h-12zM1284 646h12v12h-12zM1340 610h12v12h-12z"
      />
      <path className={styles.water} d="M0 694h1440v206H0z" />
      <path className={styles.mirror} d="M1042 712v120M980 712v60M1102 712v84M1182 712v104M1246 712v50M1346 712v78" />
      <path
        className={styles.wave}
        d="M80 770h90M240 806h130M120 852h70M460 762h80M560 840h120M720 790h60M820 858h110"
      />
      <path className={styles.hull} d="M560 716h190l-26 44H592z" />
      <path className={styles.sail} d="M650 560v148h-84zM662 590l62 118h-62z" />
      <circle className={styles.light} cx="656" cy="552" r="7" />
      <path className={styles.way} d="M776 734c70-6 120-8 190-8" />
    </svg>
  );
}
