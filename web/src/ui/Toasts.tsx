import { Icon } from './Icon';
import type { Shape } from './shapes';
import styles from './Toasts.module.css';

type Kind = 'blank' | 'error' | 'success' | 'loading' | 'custom';

const MARKS: Partial<Record<Kind, Shape>> = { error: 'alert', success: 'check', loading: 'clock' };

/** Short messages at the edge of the screen. The list always exists, so that screen readers announce new entries. */
export function Toasts({ toasts }: { toasts: readonly { id: number; kind: Kind; text: string }[] }) {
  return (
    <div role="status" aria-live="polite" aria-atomic="false" className={styles.toasts}>
      {toasts.map(({ id, kind, text }) => {
        const mark = MARKS[kind];
        return (
          <p key={id} className={`${styles.toast} ${kind === 'error' ? styles.bad : ''}`}>
            {mark ? <Icon shape={mark} /> : null}
            {text}
          </p>
        );
      })}
    </div>
  );
}
