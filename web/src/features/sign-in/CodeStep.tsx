import { useEffect } from 'react';
import { type StoreApi, useStore } from 'zustand';
import { CodeBoxes } from '../../sections/CodeBoxes';
import { usePageContext } from '../../state/page-context';
import { Button } from '../../ui/Button';
import styles from './SignIn.module.css';
import type { SignIn } from './signing-in';

/** Step two: the code from the letter. */
export function CodeStep({ form }: { form: StoreApi<SignIn> }) {
  const { t } = usePageContext();
  const { busy, code, email, problem, resendIn, fillCode, otherEmail, resend } = useStore(form);
  const waits = resendIn > 0;

  useEffect(() => {
    if (!waits) return undefined;
    const ticking = setInterval(() => form.getState().tick(), 1000);
    return () => clearInterval(ticking);
  }, [form, waits]);

  return (
    <div className={styles.step}>
      <p>{t.nodes('login.code.text', { email: <bdi className={styles.address}>{email}</bdi> })}</p>
      <CodeBoxes code={code} busy={busy} problem={problem} onCode={(text) => void fillCode(text)} />
      <p className={styles.quiet}>{t('login.code.link')}</p>
      <div className={styles.ways}>
        <Button look="secondary" onClick={() => void resend()} aria-disabled={waits || busy || undefined}>
          {waits ? t('login.resend.wait', { seconds: resendIn }) : t('login.resend')}
        </Button>
        <button type="button" className={styles.other} onClick={otherEmail}>
          {t('login.other')}
        </button>
      </div>
    </div>
  );
}
