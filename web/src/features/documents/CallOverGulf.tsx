import { SHAPES } from '../../ui/shapes';
import styles from './CallOverGulf.module.css';

/** A call in an arc over the water, from a phone among the towers to one at home. */
export function CallOverGulf() {
  return (
    <svg viewBox="0 0 360 300" width="360" height="300" className={styles.call} aria-hidden="true">
      <path
        className={styles.night}
        d="M24 0h312a24 24 0 0 1 24 24v252a24 24 0 0 1-24 24H24a24 24 0 0 1-24-24V24A24 24 0 0 1 24 0z"
      />
      <path
        className={styles.star}
        d="M60 44h3v3h-3zM120 26h2v2h-2zM196 40h3v3h-3zM318 92h3v3h-3zM34 108h2v2h-2zM246 96h2v2h-2z"
      />
      <circle className={styles.moon} cx="300" cy="48" r="20" />
      <path
        className={styles.tower}
        d="M20 214v-62h18v62zM44 214v-92l9-34 9 34v92zM68 214v-74h20v74zM94 214v-48h16v48z"
      />
      <path
        className={styles.lit}
        d="M26 162h3v4h-3zM31 174h3v4h-3zM51 136h4v5h-4zM51 152h4v5h-4zM74 150h3v4h-3zM80 164h3v4h-3zM74 178h3v4h-3zM99 176h3v4h-3z"
      />
      <path className={styles.home} d="M254 214v-40l32-26 32 26v40z" />
      <path className={styles.lit} d="M268 182h12v12h-12zM292 182h12v12h-12z" />
      <path className={styles.water} d="M0 214h360v62a24 24 0 0 1-24 24H24a24 24 0 0 1-24-24z" />
      <path className={styles.glint} d="M40 240h46M108 254h34M196 238h28M246 260h62M62 276h30M170 280h44" />
      <path className={styles.arc} d="M84 150C120 62 226 58 284 140" />
      <g className={styles.phone}>
        <path d="M62 132h34a8 8 0 0 1 8 8v58a8 8 0 0 1-8 8H62a8 8 0 0 1-8-8v-58a8 8 0 0 1 8-8z" />
        <path d="M270 128h34a8 8 0 0 1 8 8v58a8 8 0 0 1-8 8h-34a8 8 0 0 1-8-8v-58a8 8 0 0 1 8-8z" />
      </g>
      <path className={styles.screen} d="M60 142h38v44H60zM268 138h38v44h-38z" />
      <path
        className={styles.face}
        d="M79 150a7 7 0 1 1 0 14 7 7 0 0 1 0-14M66 184a13 13 0 0 1 26 0zM287 146a7 7 0 1 1 0 14 7 7 0 0 1 0-14M274 180a13 13 0 0 1 26 0z"
      />
      <circle className={styles.dot} cx="181" cy="84" r="17" />
      <path className={styles.handset} transform="translate(170 73) scale(.92)" d={SHAPES.phone} />
    </svg>
  );
}
