import type { ReactNode } from 'react';
import { Kept } from '../state/Kept';
import { Horizon } from '../ui/Horizon';
import styles from './Hero.module.css';

interface HeroProps {
  /** A picture of the page's subject, above its title. */
  mark?: ReactNode;
  title: string;
  lead: ReactNode;
  /** Content between the words and the offer. */
  above?: ReactNode;
  /** The page's own picture on the horizon, in place of the sun. */
  picture?: ReactNode;
  /** Content in front of the picture: the plans, or a link to them. */
  children: ReactNode;
}

/** The first screen: words in the sky, the offer standing in the dunes. */
export function Hero({ mark, title, lead, above, picture, children }: HeroProps) {
  return (
    <div className={styles.hero}>
      {picture ? null : <div className={styles.morning} />}
      <div className={`container ${styles.words}`}>
        {mark}
        <h1 className={styles.title}>{title}</h1>
        <p className={styles.lead}>{lead}</p>
        {above}
      </div>
      <div className={styles.stage}>
        <Kept as="div" part="horizon" className={styles.picture}>
          {picture ?? <div className={styles.sun} />}
          <Horizon />
        </Kept>
        {children}
      </div>
    </div>
  );
}
