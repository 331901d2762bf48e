import { useEffect, useId, useRef, useState } from 'react';
import type { Key } from '../../i18n/words';
import type { AccountOrder } from '../../rules/wire';
import { usePageContext } from '../../state/page-context';
import { Button, ButtonLink } from '../../ui/Button';
import { Amount } from '../../ui/Price';
import { BillingButton } from './BillingButton';
import { EsimMeter } from './EsimMeter';
import { EsimPart } from './EsimPart';
import { LettersButton } from './LettersButton';
import styles from './OrderCard.module.css';
import { PlanDialog } from './PlanDialog';
import { RenewalDialog } from './RenewalDialog';
import type { Change, Changed } from './useAccount';

interface OrderCardProps {
  order: AccountOrder;
  onChange: (number: string, change: Change) => Promise<Changed>;
}

/** One order: what it is, what comes next, and what can be done. */
export function OrderCard({ order, onChange }: OrderCardProps) {
  const { page, t } = usePageContext();
  const [asks, setAsks] = useState<'cancel' | 'resume' | 'plan'>();
  const name = useId();
  const said = useRef<HTMLDivElement>(null);
  const changed = useRef(false);

  // The button that asked is gone once it is done: focus goes to what has come of it.
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
  const letter = (about: 'result.support.subject' | 'panel.refund.subject') =>
    `mailto:${page.brand.support_email}?subject=${encodeURIComponent(t(about, { order: order.number }))}`;
  const isLive = order.state !== 'ended' && order.state !== 'refunded';
  return (
    <article aria-labelledby={name} className={styles.card}>
      <header className={styles.head}>
        <h3 id={name} className={styles.name}>
          {order.product}
        </h3>
        <span className={`${styles.state} ${order.state === 'active' ? styles.good : ''}`}>
          {t(`panel.state.${order.state}` as Key)}
        </span>
      </header>
      <div ref={said} tabIndex={-1}>
        {order.state === 'preparing' || order.state === 'held' ? (
          <p className={styles.next}>{t(`panel.${order.state}`)}</p>
        ) : null}
        <Next order={order} />
      </div>
      <dl className={styles.facts}>
        <div>
          <dt>{t('result.order')}</dt>
          <dd>
            <bdi className={styles.number}>{order.number}</bdi>
          </dd>
        </div>
        <div>
          <dt>{t('panel.paid_on')}</dt>
          <dd>{order.paid_on}</dd>
        </div>
        <div>
          <dt>{t('result.amount')}</dt>
          <dd>
            <Amount text={order.paid} />
          </dd>
        </div>
      </dl>
      {order.has_esim ? <EsimMeter number={order.number} /> : null}
      {order.has_esim ? <EsimPart number={order.number} /> : null}
      <div className={styles.actions}>
        {order.plans ? (
          <Button look="secondary" onClick={() => setAsks('plan')}>
            {t('panel.plan')}
          </Button>
        ) : null}
        {order.renewal === 'renews' || order.renewal === 'changing' ? (
          <Button look="secondary" onClick={() => setAsks('cancel')}>
            {t(order.is_trial ? 'panel.cancel.trial' : 'panel.cancel')}
          </Button>
        ) : null}
        {order.resumed_charge ? (
          <Button look="secondary" onClick={() => setAsks('resume')}>
            {t('panel.resume')}
          </Button>
        ) : null}
        {order.has_billing ? <BillingButton number={order.number} /> : null}
        <ButtonLink look="secondary" href={`${page.prefixes.account}/panel/receipt/${order.number}`}>
          {t('panel.receipt')}
        </ButtonLink>
        {order.has_letters ? <LettersButton order={order} /> : null}
        {order.buy_again ? (
          <ButtonLink look="secondary" href={order.buy_again}>
            {t('panel.again')}
          </ButtonLink>
        ) : null}
      </div>
      <div className={styles.links}>
        <a className={styles.help} href={letter('result.support.subject')}>
          {t('panel.help')}
        </a>
        {isLive && !order.is_trial ? (
          <a className={styles.help} href={letter('panel.refund.subject')}>
            {t('panel.refund')}
          </a>
        ) : null}
        {order.state === 'active' ? (
          <a className={styles.help} href={`${page.prefixes.vpn}/withdrawal`}>
            {t('shell.withdrawal')}
          </a>
        ) : null}
      </div>
      <RenewalDialog order={order} change={asks === 'plan' ? undefined : asks} onClose={close} onChange={change} />
      <PlanDialog order={order} open={asks === 'plan'} onClose={close} onChange={change} />
    </article>
  );
}

/** What comes next: the charge and its day, or the end. */
function Next({ order }: { order: AccountOrder }) {
  const { t } = usePageContext();
  const { ends_on, next_charge, next_charge_on, renewal } = order;
  if (renewal === 'renews' && next_charge && next_charge_on) {
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
  if (renewal === 'resuming') return <p className={styles.next}>{t('panel.resuming')}</p>;
  if (!ends_on || order.state === 'ended') return null;
  const key = renewal === 'cancelled' ? 'panel.cancelled' : 'panel.once';
  return <p className={styles.next}>{t.nodes(key, { date: <bdi>{ends_on}</bdi> })}</p>;
}
