import { type FormEvent, useEffect, useRef } from 'react';
import { type StoreApi, useStore } from 'zustand';
import { problemText } from '../../i18n/words';
import { usePageContext } from '../../state/page-context';
import { Button } from '../../ui/Button';
import { EmailField } from '../../ui/EmailField';
import styles from './SignIn.module.css';
import type { SignIn } from './signing-in';

/** Step one: the address. */
export function EmailStep({ form }: { form: StoreApi<SignIn> }) {
  const { rules, t } = usePageContext();
  const field = useRef<HTMLInputElement>(null);
  const { busy, email, problem, typed, submitEmail } = useStore(form);

  // Back from the code step, whose field had the focus: focus the address, to be retyped.
  useEffect(() => {
    if (form.getState().email) field.current?.focus();
  }, [form]);

  const submit = (event: FormEvent) => {
    event.preventDefault();
    void submitEmail(field.current?.value ?? '').then(() => field.current?.focus());
  };
  return (
    <form className={styles.step} onSubmit={submit} noValidate>
      <p>{t('login.email.text')}</p>
      <EmailField
        ref={field}
        label={t('login.email')}
        hint={t('login.email.hint')}
        error={problem === undefined ? undefined : problemText(t, problem)}
        required
        defaultValue={email}
        readOnly={busy}
        onFocus={rules.warm}
        onInput={typed}
      />
      <Button type="submit" aria-disabled={busy || undefined}>
        {t(busy ? 'login.sending' : 'login.send')}
      </Button>
    </form>
  );
}
