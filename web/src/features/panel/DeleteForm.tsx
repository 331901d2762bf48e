import { type SubmitEvent, useRef, useState } from 'react';
import { deleteAccount } from '../../api/account';
import { forget } from '../../browser/storage';
import { problemText } from '../../i18n/words';
import type { AccountOrder, AccountView } from '../../rules/wire';
import { usePageContext } from '../../state/page-context';
import { Button } from '../../ui/Button';
import { EmailField } from '../../ui/EmailField';
import styles from './DeleteForm.module.css';
import form from './DialogForm.module.css';
import { signedOut } from './leaving';

interface DeleteFormProps {
  account: AccountView;
  onClose: () => void;
  onDeleted: () => void;
}

/** Refusals shown at the field; others are shown below it. */
const OF_FIELD = new Set<string | undefined>(['email_required', 'email_invalid', 'email_of_another']);

/** Says what is deleted, what is kept and what ends when; typing the address confirms it. */
export function DeleteForm({ account, onClose, onDeleted }: DeleteFormProps) {
  const { rules, t } = usePageContext();
  const [busy, setBusy] = useState(false);
  const [problem, setProblem] = useState<string>();
  const field = useRef<HTMLInputElement>(null);

  const refuse = (code: string) => {
    setBusy(false);
    setProblem(code);
    if (OF_FIELD.has(code)) field.current?.focus();
  };
  const confirm = async (event: SubmitEvent) => {
    event.preventDefault();
    if (busy) return;
    setBusy(true);
    const email = field.current?.value ?? '';
    const wrong = await rules.checkEmailConfirmation(account.email, email);
    if (wrong) return refuse(wrong);
    const answer = await deleteAccount({ email });
    if (answer.kind === 'ok') {
      forget('authToken');
      forget('paymentEmail');
      return onDeleted();
    }
    if (answer.kind === 'problem' && signedOut(answer.problem)) return;
    refuse(answer.kind === 'problem' ? answer.problem.code : 'something_wrong');
  };
  const error = problem === undefined ? undefined : problemText(t, problem);
  const onField = OF_FIELD.has(problem);
  return (
    <form noValidate className={styles.form} onSubmit={(event) => void confirm(event)}>
      <p ref={beginHere} tabIndex={-1} className={styles.lead}>
        {t('panel.delete.lead')}
      </p>
      <dl className={styles.facts}>
        <div>
          <dt>{t('panel.delete.gone')}</dt>
          <dd>{t('panel.delete.gone.text')}</dd>
        </div>
        <div>
          <dt>{t('panel.delete.kept')}</dt>
          <dd>{t('panel.delete.kept.text')}</dd>
        </div>
        <Ends orders={account.orders} />
      </dl>
      <EmailField
        ref={field}
        label={t('panel.delete.email')}
        hint={t('panel.delete.hint', { email: account.email })}
        error={onField ? error : undefined}
        required
        readOnly={busy}
        onInput={() => setProblem(undefined)}
      />
      {error && !onField ? (
        <p role="alert" className={form.error}>
          {error}
        </p>
      ) : null}
      <div className={`${form.actions} ${form.forGood}`}>
        <Button type="submit" aria-disabled={busy || undefined}>
          {t('panel.delete.confirm')}
        </Button>
        <Button look="secondary" onClick={onClose}>
          {t('panel.delete.keep')}
        </Button>
      </div>
    </form>
  );
}

/** The dialog starts at its explanation: if the field had the focus, a phone's keyboard would cover it. */
const beginHere = (lead: HTMLElement | null) => lead?.setAttribute('autofocus', '');

/** The consequence for each order that has not ended. */
function Ends({ orders }: { orders: readonly AccountOrder[] }) {
  const { t } = usePageContext();
  const live = orders.filter(({ state }) => state !== 'ended' && state !== 'refunded');
  if (live.length === 0) return null;
  return (
    <div>
      <dt>{t('panel.delete.ends')}</dt>
      {live.map((order) => {
        const date = <bdi>{order.next_charge_on ?? order.ends_on}</bdi>;
        return <dd key={order.number}>{t.nodes(whatBecomes(order), { product: <b>{order.product}</b>, date })}</dd>;
      })}
    </div>
  );
}

function whatBecomes({ renewal, next_charge_on, ends_on, is_subscription, state }: AccountOrder) {
  if (renewal === 'renews' && next_charge_on) return 'panel.delete.renews';
  if (renewal === 'cancelling' || renewal === 'resuming' || renewal === 'past_due') return 'panel.delete.stops';
  if (ends_on) return 'panel.delete.runs';
  return state === 'active' && !is_subscription ? 'panel.delete.data' : 'panel.delete.other';
}
