import type { AnchorHTMLAttributes, ButtonHTMLAttributes } from 'react';
import styles from './Button.module.css';

/** `bright` and `night` are for night pictures. */
type Look = 'primary' | 'secondary' | 'bright' | 'night';

/** A button that acts on this page. */
export function Button({ look = 'primary', ...rest }: ButtonHTMLAttributes<HTMLButtonElement> & { look?: Look }) {
  return <button type="button" {...rest} className={`${styles.button} ${styles[look]}`} />;
}

/** A link with a button's weight. */
export function ButtonLink({ look = 'primary', ...rest }: AnchorHTMLAttributes<HTMLAnchorElement> & { look?: Look }) {
  return <a {...rest} className={`${styles.button} ${styles[look]}`} />;
}
