import type { ReactNode } from 'react';
import styles from './Facts.module.css';

/** What is known of an order, one line each. */
export function Facts({ children }: { children: ReactNode }) {
  return <dl className={styles.facts}>{children}</dl>;
}

interface FactProps {
  term: string;
  value: string | undefined;
  /** One touch selects all of it, to be copied. */
  selectable?: boolean;
}

/** One line; none without a value. */
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
