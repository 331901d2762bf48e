import { type InputHTMLAttributes, type Ref, useId } from 'react';
import styles from './Field.module.css';
import { Icon } from './Icon';

/** A field's props besides its input's attributes. */
export interface FieldProps extends InputHTMLAttributes<HTMLInputElement> {
  label: string;
  hint: string;
  /** What is wrong with the text, or undefined. */
  error: string | undefined;
  ref: Ref<HTMLInputElement>;
}

/** A labelled text field. Its error takes the hint's line, so that nothing below it moves. */
export function Field({ label, hint, error, ref, ...input }: FieldProps) {
  const id = useId();
  const note = `${id}note`;
  return (
    <div className={styles.field}>
      <label className={styles.label} htmlFor={id}>
        {label}
      </label>
      <input
        {...input}
        ref={ref}
        id={id}
        className={styles.input}
        aria-invalid={error ? true : undefined}
        aria-describedby={note}
      />
      <p id={note} className={error ? styles.error : styles.hint}>
        {error ? <Icon shape="alert" /> : null}
        {error ?? hint}
      </p>
    </div>
  );
}
