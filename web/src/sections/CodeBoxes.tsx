import { type ClipboardEvent, type FormEvent, type ReactNode, useEffect, useId, useRef } from 'react';
import { CODE_LENGTH } from '../browser/code-length';
import { problemText } from '../i18n/words';
import { usePageContext } from '../state/page-context';
import { Icon } from '../ui/Icon';
import styles from './CodeBoxes.module.css';

interface CodeBoxesProps {
  code: string;
  busy: boolean;
  problem: string | undefined;
  onCode: (code: string) => void;
  /** The code's label, on a page with several. */
  label?: ReactNode;
  /** Whether it takes the focus from the start. */
  isFirst?: boolean;
}

/**
 * Four boxes over one input: a person sees four, while keyboards, autofill, paste and screen readers use one field. It
 * keeps the focus when a wrong code is cleared.
 */
export function CodeBoxes({ code, busy, problem, onCode, label, isFirst = true }: CodeBoxesProps) {
  const { rules, t } = usePageContext();
  const id = useId();
  const input = useRef<HTMLInputElement>(null);
  useEffect(() => {
    if (isFirst) input.current?.focus();
  }, [isFirst]);

  const read = (event: FormEvent<HTMLInputElement>) => {
    const { value } = event.currentTarget;
    const added = value.startsWith(code) ? value.slice(code.length) : value;
    onCode(rules.codeAfter(value.startsWith(code) ? code : '', added));
  };
  const paste = (event: ClipboardEvent) => {
    event.preventDefault();
    onCode(rules.codeAfter(code, event.clipboardData.getData('text')));
  };
  return (
    <div className={styles.code}>
      <label className={styles.label} htmlFor={id}>
        {label ?? t('login.code')}
      </label>
      <div className={styles.boxes} dir="ltr">
        <input
          ref={input}
          id={id}
          className={styles.input}
          name="otp"
          inputMode="numeric"
          autoComplete="one-time-code"
          value={code}
          readOnly={busy}
          aria-invalid={problem ? true : undefined}
          aria-describedby={`${id}note`}
          onChange={read}
          onPaste={paste}
        />
        {Array.from({ length: CODE_LENGTH }, (_, box) => (
          <span
            // biome-ignore lint/suspicious/noArrayIndexKey: the boxes never change places.
            key={box}
            className={`${styles.box} ${box === Math.min(code.length, CODE_LENGTH - 1) ? styles.next : ''}`}
            aria-hidden="true"
          >
            {code[box]}
          </span>
        ))}
      </div>
      <p id={`${id}note`} role={problem ? 'alert' : undefined} className={problem ? styles.error : styles.hint}>
        {problem ? <Icon shape="alert" /> : null}
        {problem ? problemText(t, problem) : t(busy ? 'login.checking' : 'login.code.hint')}
      </p>
    </div>
  );
}
