import styles from './TrustStrip.module.css';

/** The content of the strip. */
export interface TrustStripContent {
  title: string;
  places: readonly string[];
}

/** Where customers live, on one line. */
export function TrustStrip({ title, places }: TrustStripContent) {
  return (
    <section className={styles.strip} aria-label={title}>
      <div className={`container ${styles.line}`}>
        <h2 className={styles.title}>{title}</h2>
        <ul className={styles.places}>
          {places.map((place) => (
            <li key={place}>{place}</li>
          ))}
        </ul>
      </div>
    </section>
  );
}
