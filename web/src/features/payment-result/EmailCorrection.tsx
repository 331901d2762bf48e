import { type FocusEvent, type SubmitEvent, useEffect, useRef } from 'react';
import { type StoreApi, useStore } from 'zustand';
import { problemText } from '../../i18n/words';
import { usePageContext } from '../../state/page-context';
import { Button } from '../../ui/Button';
import { EmailField } from '../../ui/EmailField';
import type { Correcting } from './correcting';
import { isOfField } from './correcting';
import styles from './EmailCorrection.module.css';

/** The address of the order's letters, and a form for a mistyped one while the server accepts a correction. */
export function EmailCorrection({ correcting }: { correcting: StoreApi<Correcting> }) {
  const { rules, t } = usePageContext();
  const { email, open, busy, done, problem } = useStore(correcting);
  const { typed, left, submit } = correcting.getState();
  const field = useRef<HTMLInputElement>(null);
  const folded = useRef<HTMLDetailsElement>(null);
  const said = useRef<HTMLParagraphElement>(null);

  const corrected = done ? email : undefined;

  useEffect(() => {
    if (corrected === undefined) return;
    if (folded.current) folded.current.open = false;
    // The form is gone: the focus moves to the outcome.
    said.current?.focus();
  }, [corrected]);

  const sent = async (event: SubmitEvent) => {
    event.preventDefault();
    await submit(field.current?.value ?? '');
    if (isOfField(correcting.getState().problem)) field.current?.focus();
  };
  const address = <bdi dir="ltr">{email}</bdi>;
  const error = problem === undefined ? undefined : problemText(t, problem);

  return (
    <div className={styles.correction}>
      <p ref={said} role="status" tabIndex={-1} className={done ? styles.done : styles.sent}>
        {t.nodes(done ? 'result.wrong.done' : 'result.sent', { email: address })}
      </p>
      {open ? (
        <details ref={folded} onToggle={rules.warm}>
          <summary className={styles.summary}>{t('result.wrong')}</summary>
          <form noValidate key={email} className={styles.form} onSubmit={(event) => void sent(event)}>
            <p className={styles.text}>{t('result.wrong.text')}</p>
            <EmailField
              ref={field}
              label={t('result.wrong.email')}
              hint={t('result.wrong.hint')}
              error={isOfField(problem) ? error : undefined}
              required
              readOnly={busy}
              onInput={typed}
              onBlur={(event: FocusEvent<HTMLInputElement>) => void left(event.target.value)}
            />
            {error && !isOfField(problem) ? (
              <p role="alert" className={styles.error}>
                {error}
              </p>
            ) : null}
            <div>
              <Button type="submit" look="secondary" aria-disabled={busy || undefined}>
                {t(busy ? 'result.wrong.wait' : 'result.wrong.send')}
              </Button>
            </div>
          </form>
        </details>
      ) : null}
    </div>
  );
}
