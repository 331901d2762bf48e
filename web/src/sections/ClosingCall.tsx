import type { ReactNode } from 'react';
import { ButtonLink } from '../ui/Button';
import { Icon } from '../ui/Icon';
import styles from './ClosingCall.module.css';

/** The texts of a page's closing block. */
export interface ClosingContent {
  title: string;
  text: string;
  action: { href: string; label: string };
  /** A line below the button, such as the guarantee. */
  note?: string;
  /** A picture behind the words; decoration only. */
  picture?: ReactNode;
}

/** A page's closing block: one sentence, one button. */
export function ClosingCall({ title, text, action, note, picture }: ClosingContent) {
  return (
    <section className={styles.closing} aria-label={title}>
      {picture ? <div className={styles.picture}>{picture}</div> : null}
      <div className={`container ${styles.words}`}>
        <h2 className={styles.title}>{title}</h2>
        <p className={styles.text}>{text}</p>
        <ButtonLink look="bright" href={action.href}>
          {action.label}
          <Icon shape="arrow" mirrors />
        </ButtonLink>
        {note ? <p className={styles.note}>{note}</p> : null}
      </div>
    </section>
  );
}
