import { useState } from 'react';
import type { Problem } from '../../api/call';
import { problemText } from '../../i18n/words';
import type { AccountOrder, AccountPlan } from '../../rules/wire';
import { usePageContext } from '../../state/page-context';
import { Button } from '../../ui/Button';
import choice from '../../ui/Choice.module.css';
import { Dialog } from '../../ui/Dialog';
import { Amount } from '../../ui/Price';
import form from './DialogForm.module.css';
import styles from './PlanDialog.module.css';
import type { Change, Changed } from './useAccount';

interface PlanDialogProps {
  order: AccountOrder;
  open: boolean;
  onClose: () => void;
  onChange: (number: string, change: Change) => Promise<Changed>;
}

/** The plans that a subscription can renew as: each price and start date are shown before the choice. */
export function PlanDialog({ order, open, onClose, onChange }: PlanDialogProps) {
  const { t } = usePageContext();
  return (
    <Dialog open={open} title={t('panel.plan')} onClose={onClose}>
      {open ? <PlanForm order={order} onClose={onClose} onChange={onChange} /> : null}
    </Dialog>
  );
}

/** Resets each time the dialog opens, to the plan that it renews as now. */
function PlanForm({ order, onClose, onChange }: Omit<PlanDialogProps, 'open'>) {
  const { t } = usePageContext();
  const plans = order.plans ?? [];
  const [chosen, setChosen] = useState(plans.find(({ is_next }) => is_next)?.product_id);
  const [busy, setBusy] = useState(false);
  const [refusal, setRefusal] = useState<Problem['code']>();
  const plan = plans.find(({ product_id }) => product_id === chosen);
  const date = <bdi>{order.next_charge_on}</bdi>;

  const confirm = async () => {
    if (busy || !plan) return;
    setBusy(true);
    setRefusal(undefined);
    const changed = await onChange(order.number, plan);
    setBusy(false);
    if (changed.done) onClose();
    else setRefusal(changed.why ?? 'something_wrong');
  };
  const choose = (productId: string) => {
    setRefusal(undefined);
    setChosen(productId);
  };
  return (
    <>
      <p>{t.nodes('panel.plan.text', { date })}</p>
      <fieldset className={styles.plans}>
        <legend className="visually-hidden">{t('panel.plan.legend', { date: order.next_charge_on ?? '' })}</legend>
        {plans.map((one) => (
          <PlanRow
            key={one.product_id}
            plan={one}
            from={order.next_charge_on}
            isChosen={one === plan}
            onChoose={choose}
          />
        ))}
      </fieldset>
      <p className={styles.sum} aria-live="polite">
        {plan && !plan.is_next
          ? t.nodes('panel.plan.sum', { amount: <Amount text={plan.charge} />, date, every: plan.every })
          : t('panel.plan.same')}
      </p>
      {refusal ? (
        <p role="alert" className={form.error}>
          {problemText(t, refusal)}
        </p>
      ) : null}
      <div className={form.actions}>
        {plan && !plan.is_next ? (
          <Button onClick={() => void confirm()} aria-disabled={busy || undefined}>
            {t('panel.plan.confirm', { length: plan.length })}
          </Button>
        ) : null}
        <Button look="secondary" onClick={onClose}>
          {t('panel.plan.keep')}
        </Button>
      </div>
    </>
  );
}

interface PlanRowProps {
  plan: AccountPlan;
  from: string | undefined;
  isChosen: boolean;
  onChoose: (productId: string) => void;
}

function PlanRow({ plan, from, isChosen, onChoose }: PlanRowProps) {
  const { t } = usePageContext();
  const stands = plan.is_present ? t('panel.plan.present') : plan.is_next && t('panel.plan.next', { date: from ?? '' });
  return (
    <label className={`${choice.frame} ${choice.flat} ${styles.plan}`}>
      <input
        className={choice.mark}
        type="radio"
        name="plan"
        value={plan.product_id}
        checked={isChosen}
        onChange={() => onChoose(plan.product_id)}
      />
      <span className={styles.what}>
        <span className={styles.length}>{plan.length}</span>
        {stands ? <span className={styles.note}>{stands}</span> : null}
      </span>
      <span className={styles.cost}>
        <span className={styles.charge}>
          <Amount text={plan.charge} />
        </span>
        <span className={styles.note}>{plan.every}</span>
      </span>
    </label>
  );
}
