import { type ReactNode, type SelectHTMLAttributes, useId } from 'react';
import { Icon } from './Icon';
import styles from './Select.module.css';

/** A native list, with a label for assistive technology only. */
export function Select({
  label,
  children,
  ...rest
}: SelectHTMLAttributes<HTMLSelectElement> & { label: string; children: ReactNode }) {
  const id = useId();
  return (
    <div className={styles.box}>
      <label className="visually-hidden" htmlFor={id}>
        {label}
      </label>
      <select {...rest} id={id} className={styles.select}>
        {children}
      </select>
      <Icon shape="chevron" />
    </div>
  );
}
