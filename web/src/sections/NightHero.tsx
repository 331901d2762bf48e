import type { ReactNode } from 'react';
import { Kept } from '../state/Kept';
import styles from './NightHero.module.css';

interface NightHeroProps {
  title: string;
  lead: string;
  /** A line above the title. */
  above?: ReactNode;
  actions: ReactNode;
  /** A line below the buttons, such as the price. */
  note?: ReactNode;
  /** The page's own picture, decoration only. */
  picture: ReactNode;
}

/** The first screen of a landing page: words in a night sky, a picture at its foot. */
export function NightHero({ title, lead, above, actions, note, picture }: NightHeroProps) {
  return (
    <div className={styles.hero}>
      <Kept as="div" part="picture" className={styles.picture}>
        {picture}
      </Kept>
      <div className="container">
        <div className={styles.words}>
          {above ? <p className={styles.above}>{above}</p> : null}
          <h1 className={styles.title}>{title}</h1>
          <p className={styles.lead}>{lead}</p>
          <div className={styles.actions}>{actions}</div>
          {note ? <p className={styles.note}>{note}</p> : null}
        </div>
      </div>
    </div>
  );
}
