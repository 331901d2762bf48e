import { useEffect, useId, useRef, useState } from 'react';
import { type Key, problemText } from '../../i18n/words';
import type { AccountOrder } from '../../rules/wire';
import { usePageContext } from '../../state/page-context';
import { Amount } from '../../ui/Price';
import { EsimMeter } from './EsimMeter';
import { EsimPart } from './EsimPart';
import { isOnHold, mainAction } from './main-action';
import { OrderActions, type Question } from './OrderActions';
import styles from './OrderCard.module.css';
import { OrderMore } from './OrderMore';
import outcome from './Outcome.module.css';
import { PlanDialog } from './PlanDialog';
import { RenewalDialog } from './RenewalDialog';
import { shownState } from './shown-state';
import type { Change, Changed } from './useAccount';
import { useEsim } from './useEsim';
import { useEsimUsage } from './useEsimUsage';

interface OrderCardProps {
  order: AccountOrder;
  onChange: (number: string, change: Change) => Promise<Changed>;
}

/** One order: the product, what comes next, its main action, and everything else folded away. */
export function OrderCard({ order, onChange }: OrderCardProps) {
  const { t } = usePageContext();
  const [asks, setAsks] = useState<Question>();
  const name = useId();
  const said = useRef<HTMLDivElement>(null);
  const changed = useRef(false);
  const usage = useEsimUsage(order);
  const esim = useEsim(order.number);
  const standing = typeof usage === 'object' ? usage.standing : undefined;
  const main = mainAction(order, standing);
  const state = shownState(order, standing);

  // The button disappears once its action is done: the focus moves to the outcome.
  useEffect(() => {
    if (asks || !changed.current) return;
    changed.current = false;
    said.current?.focus();
  }, [asks]);

  const change = async (number: string, what: Change) => {
    const done = await onChange(number, what);
    changed.current = done.done;
    return done;
  };
  const close = () => setAsks(undefined);
  return (
    <article aria-labelledby={name} className={styles.card}>
      <header className={styles.head}>
        <h3 id={name} className={styles.name}>
          {order.product}
        </h3>
        <span className={`${styles.state} ${state === 'active' || state === 'ready' ? styles.good : ''}`}>
          {t(`panel.state.${state}` as Key)}
        </span>
        <Facts order={order} />
      </header>
      <div ref={said} tabIndex={-1} className={styles.said}>
        {order.state === 'preparing' || isOnHold(order.state) ? (
          <p className={styles.next}>{t(`panel.${order.state}`)}</p>
        ) : null}
        <Next order={order} />
      </div>
      {order.has_esim ? <EsimMeter usage={usage} /> : null}
      {esim.esim ? <EsimPart esim={esim.esim} /> : null}
      <OrderActions order={order} main={main} esim={esim} onAsk={setAsks} />
      {esim.phase === 'failed' ? (
        <p role="alert" className={outcome.error}>
          {problemText(t, 'esim_data_failed')}
        </p>
      ) : null}
      <OrderMore order={order} main={main} onAsk={setAsks} />
      <RenewalDialog order={order} change={asks === 'plan' ? undefined : asks} onClose={close} onChange={change} />
      <PlanDialog order={order} open={asks === 'plan'} onClose={close} onChange={change} />
    </article>
  );
}

/** The facts that support asks for, the price and the date. */
function Facts({ order }: { order: AccountOrder }) {
  const { t } = usePageContext();
  return (
    <dl className={styles.facts}>
      <div>
        <dt>{t('result.order')}</dt>
        <dd>
          <bdi className={styles.number}>{order.number}</bdi>
        </dd>
      </div>
      <div>
        <dt>{t('result.amount')}</dt>
        <dd>
          <Amount text={order.paid} />
          {` · ${order.paid_on}`}
        </dd>
      </div>
      {order.refunded ? (
        <div>
          <dt>{t('refunded.amount')}</dt>
          <dd>
            <Amount text={order.refunded} />
          </dd>
        </div>
      ) : null}
    </dl>
  );
}

/** An unpaid renewal: the end of the grace period and the next step. */
function PastDue({ order: { unpaid } }: { order: AccountOrder }) {
  const { t } = usePageContext();
  if (!unpaid) return <p className={styles.next}>{t('panel.past_due.unknown')}</p>;
  const slots = { amount: <Amount text={unpaid.amount} />, date: <bdi>{unpaid.until}</bdi> };
  const asks = unpaid.confirm_url ? 'panel.past_due.confirm' : 'panel.past_due';
  return (
    <p className={`${styles.next} ${styles.unpaid}`}>{t.nodes(unpaid.until ? asks : 'panel.past_due.over', slots)}</p>
  );
}

/** What comes next: the charge and its date, or the end. */
function Next({ order }: { order: AccountOrder }) {
  const { t } = usePageContext();
  const { ends_on, next_charge, next_charge_on, renewal, state } = order;
  // What is on hold is charged only once the hold is over.
  if (renewal === 'renews' && !isOnHold(state) && next_charge && next_charge_on) {
    const slots = { amount: <Amount text={next_charge} />, date: <bdi>{next_charge_on}</bdi> };
    if (order.renews_as) {
      return (
        <p className={styles.next}>{t.nodes('panel.next.as', { ...slots, plan: <bdi>{order.renews_as}</bdi> })}</p>
      );
    }
    return <p className={styles.next}>{t.nodes(order.is_trial ? 'panel.next.trial' : 'panel.next', slots)}</p>;
  }
  if (renewal === 'cancelling') return <p className={styles.next}>{t('panel.cancelling')}</p>;
  if (renewal === 'changing') return <p className={styles.next}>{t('panel.changing')}</p>;
  if (renewal === 'past_due') return <PastDue order={order} />;
  if (renewal === 'resuming') return <p className={styles.next}>{t('panel.resuming')}</p>;
  if (!ends_on || order.state === 'ended') return null;
  const key = renewal === 'cancelled' ? 'panel.cancelled' : 'panel.once';
  return <p className={styles.next}>{t.nodes(key, { date: <bdi>{ends_on}</bdi> })}</p>;
}
