import { useState } from 'react';
import type { Problem } from '../../api/call';
import { problemText } from '../../i18n/words';
import type { AccountOrder } from '../../rules/wire';
import { usePageContext } from '../../state/page-context';
import { Button } from '../../ui/Button';
import { Dialog } from '../../ui/Dialog';
import { Amount } from '../../ui/Price';
import styles from './DialogForm.module.css';
import type { Change, Changed } from './useAccount';

interface RenewalDialogProps {
  order: AccountOrder;
  /** The change to confirm; undefined while the dialog is closed. */
  change: 'cancel' | 'resume' | undefined;
  onClose: () => void;
  onChange: (number: string, change: Change) => Promise<Changed>;
}

/** Explains cancelling or resuming, with the date and the amount, before the customer confirms. */
export function RenewalDialog({ order, change, onClose, onChange }: RenewalDialogProps) {
  const { t } = usePageContext();
  const trial = order.is_trial ? '.trial' : '';
  const title = change === 'resume' ? 'panel.resume' : (`panel.cancel${trial}` as const);
  return (
    <Dialog open={change !== undefined} title={t(title)} onClose={onClose}>
      {change ? <Question order={order} change={change} onClose={onClose} onChange={onChange} /> : null}
    </Dialog>
  );
}

/** Resets each time the dialog opens, so that an old refusal is gone. */
function Question({ order, change, onClose, onChange }: RenewalDialogProps & { change: 'cancel' | 'resume' }) {
  const { t } = usePageContext();
  const [busy, setBusy] = useState(false);
  const [refusal, setRefusal] = useState<Problem['code']>();
  const confirm = async () => {
    if (busy) return;
    setBusy(true);
    setRefusal(undefined);
    const changed = await onChange(order.number, change);
    setBusy(false);
    if (changed.done) onClose();
    else setRefusal(changed.why ?? 'something_wrong');
  };
  const resumes = change === 'resume';
  const slots = {
    amount: <Amount text={(resumes ? order.resumed_charge : (order.unpaid?.amount ?? order.next_charge)) ?? ''} />,
    date: <bdi>{resumes ? order.resumed_charge_on : order.next_charge_on}</bdi>,
  };
  const renews = order.is_trial ? 'panel.cancel.trial.text' : 'panel.cancel.text';
  const text = order.unpaid ? 'panel.cancel.unpaid.text' : renews;
  return (
    <>
      <p>{t.nodes(resumes ? 'panel.resume.text' : text, slots)}</p>
      {refusal ? (
        <p role="alert" className={styles.error}>
          {problemText(t, refusal)}
        </p>
      ) : null}
      <div className={styles.actions}>
        <Button onClick={() => void confirm()} aria-disabled={busy || undefined}>
          {t(`panel.${change}.confirm`)}
        </Button>
        <Button look="secondary" onClick={onClose}>
          {t(`panel.${change}.keep`)}
        </Button>
      </div>
    </>
  );
}
