import styles from './pictures.module.css';

/** The ground of every drawing: a disc of sky. */
function Sky() {
  return <circle className={styles.sky} cx="160" cy="140" r="128" />;
}

/** A signed sheet on the quay. */
export function SignedSheet() {
  return (
    <svg viewBox="0 0 320 280" width="320" height="280" className={styles.picture} aria-hidden="true">
      <Sky />
      <circle className={styles.sun} cx="236" cy="74" r="26" />
      <path className={styles.sea} d="M38 178c41-14 82-14 122 0s81 14 122 0a128 128 0 0 1-244 0z" />
      <path className={styles.paper} d="M98 56h98l34 34v142H98z" />
      <path className={styles.fold} d="M196 56v34h34z" />
      <path className={styles.line} d="M118 104h62M118 126h90M118 148h90M118 170h74" />
      <path className={styles.ink} d="M122 206c10-18 16-18 14 0s12-14 18-4 10 2 16-4" />
      <circle className={styles.seal} cx="204" cy="202" r="15" />
      <path className={styles.tick} d="m197 202 5 5 9-10" />
    </svg>
  );
}

/** A house at night with its shutters closed; only the door light is on. */
export function ClosedShutters() {
  return (
    <svg viewBox="0 0 320 280" width="320" height="280" className={styles.picture} aria-hidden="true">
      <Sky />
      <path className={styles.far} d="M45 196c48-40 80-40 115-8s76 20 115 8a128 128 0 0 1-230 0z" />
      <path className={styles.wall} d="M84 116h152v128H84z" />
      <path className={styles.roof} d="M72 118 160 62l88 56z" />
      <path className={styles.paper} d="M104 136h48v46h-48zM168 136h48v46h-48z" />
      <path className={styles.shut} d="M106 138h21v42h-21zM129 138h21v42h-21zM170 138h21v42h-21zM193 138h21v42h-21z" />
      <path
        className={styles.slat}
        d="M109 148h15M109 158h15M109 168h15M132 148h15M132 158h15M132 168h15M173 148h15M173 158h15M173 168h15M196 148h15M196 158h15M196 168h15"
      />
      <path className={styles.door} d="M143 244v-44a17 17 0 0 1 34 0v44z" />
      <circle className={styles.sun} cx="160" cy="212" r="4" />
      <path className={styles.keyhole} d="M160 216l-3 12h6z" />
      <circle className={styles.sun} cx="246" cy="62" r="16" />
    </svg>
  );
}

/** A lighthouse that is lit. */
export function Lighthouse() {
  return (
    <svg viewBox="0 0 320 280" width="320" height="280" className={styles.picture} aria-hidden="true">
      <Sky />
      <path className={styles.beam} d="M170 84 300 40v92zM150 84 20 58v60z" />
      <path className={styles.sea} d="M41 186c40-14 80-14 119 0s79 14 119 0a128 128 0 0 1-238 0z" />
      <path className={styles.far} d="M96 208c20-26 40-30 64-30s46 6 66 30z" />
      <path className={styles.paper} d="M142 102h36l12 92h-60z" />
      <path className={styles.roof} d="M139 124h43l3 20h-49zM133 168h55l3 22h-61z" />
      <path className={styles.wall} d="M138 92h44v12h-44z" />
      <path className={styles.sun} d="M146 70h28v22h-28z" />
      <path className={styles.roof} d="M140 70l20-18 20 18z" />
      <path className={styles.wave} d="M64 222c16-8 30-8 46 0s30 8 46 0 30-8 46 0 30 8 46 0" />
    </svg>
  );
}
