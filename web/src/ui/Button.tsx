import type { AnchorHTMLAttributes, ButtonHTMLAttributes } from 'react';
import styles from './Button.module.css';

/** `bright` and `night` are the two on a night picture. */
type Look = 'primary' | 'secondary' | 'bright' | 'night';

/** A button that does something on this page. */
export function Button({ look = 'primary', ...rest }: ButtonHTMLAttributes<HTMLButtonElement> & { look?: Look }) {
  return <button type="button" {...rest} className={`${styles.button} ${styles[look]}`} />;
}

/** A link that deserves a button's weight. */
export function ButtonLink({ look = 'primary', ...rest }: AnchorHTMLAttributes<HTMLAnchorElement> & { look?: Look }) {
  return <a {...rest} className={`${styles.button} ${styles[look]}`} />;
}
