import type { ReactNode } from 'react';
import { Icon } from './Icon';
import styles from './Notice.module.css';
import type { Shape } from './shapes';

type Tone = 'good' | 'plain' | 'bad';

/** One message with a mark, by its tone. */
export function Notice({ tone, shape, children }: { tone: Tone; shape: Shape; children: ReactNode }) {
  return (
    <div className={`${styles.notice} ${styles[tone]}`}>
      <Icon shape={shape} />
      <div>{children}</div>
    </div>
  );
}
