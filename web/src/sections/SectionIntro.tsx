import type { ReactNode } from 'react';
import styles from './SectionIntro.module.css';

interface SectionIntroProps {
  title: string;
  lead: string;
  /** Its position: over its section, over the middle of it, or in a column beside it. */
  place?: 'over' | 'centred' | 'beside';
  /** A control for the whole section. */
  children?: ReactNode;
}

/** The heading of a section, and a sentence about its content. */
export function SectionIntro({ title, lead, place = 'over', children }: SectionIntroProps) {
  const look = place === 'over' ? undefined : styles[place];
  return (
    <div className={look ? `${styles.intro} ${look}` : styles.intro}>
      <h2 className={styles.title}>{title}</h2>
      <p className={styles.lead}>{lead}</p>
      {children}
    </div>
  );
}
