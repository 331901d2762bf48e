import type { ReactNode } from 'react';
import styles from './Accordion.module.css';
import { Icon } from './Icon';

interface AccordionProps {
  /** The name of the group, unique on the page: opening one entry closes the others of its group. */
  group: string;
  entries: readonly { title: string; content: ReactNode }[];
}

/**
 * Native disclosures: one is open at a time, initially the first. Find-in-page opens what it finds, and no script is
 * needed.
 */
export function Accordion({ group, entries }: AccordionProps) {
  return (
    <div className={styles.accordion}>
      {entries.map(({ title, content }, index) => (
        <details key={title} name={group} open={index === 0} className={styles.entry}>
          <summary className={styles.title}>
            <h3 className={styles.words}>{title}</h3>
            <Icon shape="chevron" />
          </summary>
          <div className={styles.content}>{content}</div>
        </details>
      ))}
    </div>
  );
}
