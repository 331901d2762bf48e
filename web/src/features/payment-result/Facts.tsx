import type { ReactNode } from 'react';
import styles from './Facts.module.css';

/** The known facts of an order, one a line. */
export function Facts({ children }: { children: ReactNode }) {
  return <dl className={styles.facts}>{children}</dl>;
}

interface FactProps {
  term: string;
  value: string | undefined;
  /** One touch selects the whole value for copying. */
  selectable?: boolean;
}

/** One line; nothing without a value. */
export function Fact({ term, value, selectable = false }: FactProps) {
  if (!value) return null;
  return (
    <div className={styles.fact}>
      <dt>{term}</dt>
      <dd className={selectable ? styles.selectable : undefined}>
        <bdi>{value}</bdi>
      </dd>
    </div>
  );
}
