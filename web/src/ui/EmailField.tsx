import { Field, type FieldProps } from './Field';

/** A field for an e-mail address, which reads from left to right in every language. */
export function EmailField(props: FieldProps) {
  return (
    <Field
      type="email"
      name="email"
      dir="ltr"
      inputMode="email"
      autoComplete="email"
      autoCapitalize="none"
      spellCheck={false}
      {...props}
    />
  );
}
