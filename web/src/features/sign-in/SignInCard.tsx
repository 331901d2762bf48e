import type { ReactNode } from 'react';
import { Icon } from '../../ui/Icon';
import type { Shape } from '../../ui/shapes';
import styles from './SignInCard.module.css';

/** The single card of the sign-in pages, in the middle of the page. */
export function SignInCard({ shape, title, children }: { shape: Shape; title: string; children: ReactNode }) {
  return (
    <div className={`container ${styles.frame}`}>
      <div className={styles.card}>
        <div className={styles.mark}>
          <Icon shape={shape} />
        </div>
        <h1 className={styles.title}>{title}</h1>
        {children}
      </div>
    </div>
  );
}
