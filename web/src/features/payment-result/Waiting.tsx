import type { ReactNode } from 'react';
import { Spinner } from '../../ui/Spinner';
import { ResultCard } from './ResultCard';
import styles from './Waiting.module.css';

interface WaitingProps {
  title: string;
  text: string;
  /** What a visitor can do when scripts are off and the answer never comes. */
  noscript: ReactNode;
}

/** The outcome is not known yet, and the page claims nothing. */
export function Waiting({ title, text, noscript }: WaitingProps) {
  return (
    <ResultCard tone="waiting" mark={<Spinner />} title={title}>
      <noscript>
        <p>{noscript}</p>
      </noscript>
      <p role="status" className={styles.waits}>
        {text}
      </p>
    </ResultCard>
  );
}
