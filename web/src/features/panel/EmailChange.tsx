import { type SubmitEvent, useEffect, useRef, useState } from 'react';
import { askForEmail, confirmEmail } from '../../api/account';
import type { Answer } from '../../api/call';
import { CODE_LENGTH } from '../../browser/code-length';
import { problemText } from '../../i18n/words';
import { CodeBoxes } from '../../sections/CodeBoxes';
import { usePageContext } from '../../state/page-context';
import { Button } from '../../ui/Button';
import { Dialog } from '../../ui/Dialog';
import { EmailField } from '../../ui/EmailField';
import act from './Act.module.css';
import form from './DialogForm.module.css';
import styles from './EmailChange.module.css';
import { signedOut } from './leaving';

interface EmailChangeProps {
  email: string;
  /** Called when the account has another address, so that it is loaded again. */
  onChanged: () => void;
}

/** The signed-in address, and its change: both addresses confirm it with a code. */
export function EmailChange({ email, onChanged }: EmailChangeProps) {
  const { rules, t } = usePageContext();
  const [open, setOpen] = useState(false);
  const [isDone, setDone] = useState(false);
  const said = useRef<HTMLParagraphElement>(null);
  useEffect(() => {
    if (isDone) said.current?.focus();
  }, [isDone]);

  const ask = () => {
    rules.warm();
    setDone(false);
    setOpen(true);
  };
  const close = () => setOpen(false);
  const changed = () => {
    setOpen(false);
    setDone(true);
    onChanged();
  };
  return (
    <div className={styles.who}>
      <p>{t.nodes('panel.who', { email: <bdi dir="ltr">{email}</bdi> })}</p>
      <button type="button" className={act.act} onClick={ask}>
        {t('panel.email')}
      </button>
      {isDone ? (
        <p ref={said} tabIndex={-1} role="status" className={styles.done}>
          {t('panel.email.done')}
        </p>
      ) : null}
      <Dialog open={open} title={t('panel.email')} onClose={close}>
        <EmailForm email={email} onClose={close} onChanged={changed} />
      </Dialog>
    </div>
  );
}

/** First the address, then both codes. */
function EmailForm({ email, onClose, onChanged }: EmailChangeProps & { onClose: () => void }) {
  const [next, setNext] = useState<string>();
  if (next === undefined) return <AddressStep email={email} onClose={onClose} onAsked={setNext} />;
  return <CodesStep email={email} next={next} onAgain={() => setNext(undefined)} onChanged={onChanged} />;
}

/** Refusals shown at the field; others are shown below it. */
const OF_FIELD = new Set<string | undefined>(['email_required', 'email_invalid', 'email_unchanged']);

interface AddressStepProps {
  email: string;
  onClose: () => void;
  onAsked: (next: string) => void;
}

function AddressStep({ email, onClose, onAsked }: AddressStepProps) {
  const { page, rules, t } = usePageContext();
  const [busy, setBusy] = useState(false);
  const [problem, setProblem] = useState<string>();
  const field = useRef<HTMLInputElement>(null);

  const refuse = (code: string) => {
    setBusy(false);
    setProblem(code);
    if (OF_FIELD.has(code)) field.current?.focus();
  };
  const send = async (event: SubmitEvent) => {
    event.preventDefault();
    if (busy) return;
    setBusy(true);
    const typed = field.current?.value ?? '';
    const wrong = await rules.checkEmailCorrection(email, typed);
    if (wrong) return refuse(wrong);
    const answer = await askForEmail({ email: typed, language: page.language });
    if (answer.kind === 'ok') return onAsked(typed.trim());
    const code = refusalOf(answer);
    if (code) refuse(code);
  };
  const error = problem === undefined ? undefined : problemText(t, problem);
  const onField = OF_FIELD.has(problem);
  return (
    <form noValidate className={styles.form} onSubmit={(event) => void send(event)}>
      <p>{t.nodes('panel.email.text', { email: <bdi dir="ltr">{email}</bdi> })}</p>
      <EmailField
        ref={field}
        label={t('panel.email.new')}
        hint={t('panel.email.hint')}
        error={onField ? error : undefined}
        required
        readOnly={busy}
        onInput={() => setProblem(undefined)}
      />
      {onField ? null : <Refused error={error} />}
      <div className={form.actions}>
        <Button type="submit" aria-disabled={busy || undefined}>
          {t('panel.email.send')}
        </Button>
        <Button look="secondary" onClick={onClose}>
          {t('panel.email.keep')}
        </Button>
      </div>
    </form>
  );
}

interface CodesStepProps {
  email: string;
  next: string;
  onAgain: () => void;
  onChanged: () => void;
}

function CodesStep({ email, next, onAgain, onChanged }: CodesStepProps) {
  const { t } = usePageContext();
  const [codes, setCodes] = useState({ old: '', next: '' });
  const [busy, setBusy] = useState(false);
  const [problem, setProblem] = useState<string>();
  // A missing code is reported at its field; the page does not say which of two complete codes is wrong.
  const missing = (code: string) => (problem === 'otp_invalid' && code.length < CODE_LENGTH ? problem : undefined);

  const fill = (which: 'old' | 'next') => (code: string) => {
    setProblem(undefined);
    setCodes((before) => ({ ...before, [which]: code }));
  };
  const confirm = async (event: SubmitEvent) => {
    event.preventDefault();
    if (busy) return;
    if (codes.old.length < CODE_LENGTH || codes.next.length < CODE_LENGTH) return setProblem('otp_invalid');
    setBusy(true);
    const answer = await confirmEmail({ old_code: codes.old, new_code: codes.next });
    setBusy(false);
    if (answer.kind === 'ok') return onChanged();
    const code = refusalOf(answer);
    if (code) setProblem(code);
  };
  const isMissing = codes.old.length < CODE_LENGTH || codes.next.length < CODE_LENGTH;
  return (
    <form noValidate className={styles.form} onSubmit={(event) => void confirm(event)}>
      <p>{t('panel.email.codes')}</p>
      <CodeBoxes
        code={codes.old}
        busy={busy}
        problem={missing(codes.old)}
        onCode={fill('old')}
        label={t.nodes('panel.email.code', { email: <bdi dir="ltr">{email}</bdi> })}
      />
      <CodeBoxes
        code={codes.next}
        busy={busy}
        problem={missing(codes.next)}
        onCode={fill('next')}
        label={t.nodes('panel.email.code', { email: <bdi dir="ltr">{next}</bdi> })}
        isFirst={false}
      />
      {isMissing && problem === 'otp_invalid' ? null : (
        <Refused error={problem === undefined ? undefined : problemText(t, problem)} />
      )}
      <div className={form.actions}>
        <Button type="submit" aria-disabled={busy || undefined}>
          {t('panel.email.confirm')}
        </Button>
        <Button look="secondary" onClick={onAgain}>
          {t('panel.email.again')}
        </Button>
      </div>
    </form>
  );
}

function Refused({ error }: { error: string | undefined }) {
  return error ? (
    <p role="alert" className={form.error}>
      {error}
    </p>
  ) : null;
}

/** Why a call was refused; undefined for a visitor who is signed out and being sent to the sign-in. */
function refusalOf(answer: Exclude<Answer<unknown>, { kind: 'ok' }>): string | undefined {
  if (answer.kind !== 'problem') return undefined;
  return signedOut(answer.problem) ? undefined : answer.problem.code;
}
