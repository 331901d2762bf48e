import type { ReactNode } from 'react';
import { Spinner } from '../../ui/Spinner';
import { ResultCard } from './ResultCard';
import styles from './Waiting.module.css';

interface WaitingProps {
  title: string;
  text: string;
  /** What a person can do where scripts are off and the answer never comes. */
  noscript: ReactNode;
}

/** The outcome is not known yet, and nothing is claimed. */
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
