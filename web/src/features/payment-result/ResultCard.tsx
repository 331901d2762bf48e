import { type ReactNode, useEffect, useRef } from 'react';
import { Icon } from '../../ui/Icon';
import type { Shape } from '../../ui/shapes';
import styles from './ResultCard.module.css';
import { useTitle } from './useTitle';

interface ResultCardProps {
  tone: 'good' | 'bad' | 'open' | 'back' | 'waiting';
  mark: Shape | ReactNode;
  title: string;
  /** Moves the focus to the heading and titles the page by it, because the outcome replaces the waiting view. */
  announces?: boolean;
  children: ReactNode;
}

/** One outcome: mark, heading, and next steps. */
export function ResultCard({ tone, mark, title, announces = false, children }: ResultCardProps) {
  const heading = useRef<HTMLHeadingElement>(null);
  useTitle(announces ? title : undefined);
  useEffect(() => {
    if (announces) heading.current?.focus({ preventScroll: true });
  }, [announces]);
  return (
    <div className={`container ${styles.frame}`}>
      <div className={`${styles.card} ${styles[tone]}`}>
        <div className={styles.mark}>{typeof mark === 'string' ? <Icon shape={mark as Shape} /> : mark}</div>
        <h1 ref={heading} tabIndex={-1} className={styles.title}>
          {title}
        </h1>
        {children}
      </div>
    </div>
  );
}
