import { useState } from 'react';
import { problemText } from '../../i18n/words';
import type { AccountOrder } from '../../rules/wire';
import { useShop } from '../../state/shop';
import { Button } from '../../ui/Button';
import { Dialog } from '../../ui/Dialog';
import { Amount } from '../../ui/Price';
import styles from './CancelDialog.module.css';

interface CancelDialogProps {
  order: AccountOrder;
  open: boolean;
  onClose: () => void;
  onCancel: (number: string) => Promise<boolean>;
}

/** Says what cancelling means, with the day and the amount, before it is done. */
export function CancelDialog({ order, open, onClose, onCancel }: CancelDialogProps) {
  const { t } = useShop();
  const [phase, setPhase] = useState<'asking' | 'busy' | 'failed'>('asking');
  const confirm = async () => {
    if (phase === 'busy') return;
    setPhase('busy');
    const done = await onCancel(order.number);
    setPhase(done ? 'asking' : 'failed');
    if (done) onClose();
  };
  const slots = {
    amount: <Amount text={order.next_charge ?? ''} />,
    date: <bdi>{order.next_charge_on}</bdi>,
  };
  return (
    <Dialog open={open} title={t(order.is_trial ? 'panel.cancel.trial' : 'panel.cancel')} onClose={onClose}>
      <p>{t.nodes(order.is_trial ? 'panel.cancel.trial.text' : 'panel.cancel.text', slots)}</p>
      {phase === 'failed' ? (
        <p role="alert" className={styles.error}>
          {problemText(t, 'something_wrong')}
        </p>
      ) : null}
      <div className={styles.actions}>
        <Button onClick={() => void confirm()} aria-disabled={phase === 'busy' || undefined}>
          {t('panel.cancel.confirm')}
        </Button>
        <Button look="secondary" onClick={onClose}>
          {t('panel.cancel.keep')}
        </Button>
      </div>
    </Dialog>
  );
}
