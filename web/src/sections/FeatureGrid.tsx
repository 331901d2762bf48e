import type { ReactNode } from 'react';
import { Icon } from '../ui/Icon';
import type { Shape } from '../ui/shapes';
import styles from './FeatureGrid.module.css';

/** One feature in a sentence. */
export interface Feature {
  id: string;
  shape: Shape;
  title: string;
  text: string;
}

/** The content of the grid. */
export interface FeatureGridContent {
  title: string;
  lead: ReactNode;
  features: readonly Feature[];
}

/** Features without boxes: a mark, a name, a sentence. */
export function FeatureGrid({ title, lead, features }: FeatureGridContent) {
  return (
    <section className={`container ${styles.block}`} aria-label={title}>
      <div className={styles.intro}>
        <h2 className={styles.title}>{title}</h2>
        <p className={styles.lead}>{lead}</p>
      </div>
      <ul className={styles.grid}>
        {features.map((feature) => (
          <li key={feature.id} className={styles.feature}>
            <span className={styles.mark}>
              <Icon shape={feature.shape} />
            </span>
            <h3 className={styles.name}>{feature.title}</h3>
            <p className={styles.text}>{feature.text}</p>
          </li>
        ))}
      </ul>
    </section>
  );
}

/** The content of a block with a picture. */
export interface PromoContent {
  title: string;
  text: string;
  points: readonly string[];
  action: ReactNode;
  picture: ReactNode;
}

/** One feature with a picture of its own. */
export function Promo({ title, text, points, action, picture }: PromoContent) {
  return (
    <section className={`container ${styles.promo}`} aria-label={title}>
      <div className={styles.promoWords}>
        <h2 className={styles.title}>{title}</h2>
        <p className={styles.lead}>{text}</p>
        <ul className={styles.points}>
          {points.map((point) => (
            <li key={point}>
              <Icon shape="check" />
              {point}
            </li>
          ))}
        </ul>
        <div>{action}</div>
      </div>
      <div className={styles.promoPicture}>{picture}</div>
    </section>
  );
}
