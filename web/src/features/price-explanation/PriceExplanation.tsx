import { type ToggleEvent, useState } from 'react';
import type { BillingCycle, PriceExplanation as Made, PriceLine } from '../../rules/wire';
import { usePageContext } from '../../state/page-context';
import { Amount } from '../../ui/Price';
import type { ExplainedPrice } from './agreement';
import styles from './PriceExplanation.module.css';
import { useExplanation } from './useExplanation';

interface PriceExplanationProps {
  price: ExplainedPrice;
  /** How often it renews; absent for one-off purchases. */
  cycle?: BillingCycle | undefined;
  /** The key prefix of the line about later terms: a deal renews by card only. */
  renewal?: 'how.renewal' | 'deal.how.renewal';
}

/** A price's explanation, computed in the browser from the page's facts; shown only when it arrives at that price. */
export function PriceExplanation({ price, cycle, renewal = 'how.renewal' }: PriceExplanationProps) {
  const { t } = usePageContext();
  const [isOpen, setOpen] = useState(false);
  const told = useExplanation(price, isOpen);
  return (
    <details
      className={styles.how}
      onToggle={(event: ToggleEvent<HTMLDetailsElement>) => setOpen(event.currentTarget.open)}
    >
      <summary className={styles.title}>{t('how.title')}</summary>
      <noscript>
        <p className={styles.note}>{t('how.noscript')}</p>
      </noscript>
      {told.state === 'made' ? (
        <>
          <Lines made={told.made} code={price.facts.code} cycle={cycle} renewal={renewal} />
          <p className={styles.note}>{t('how.equal')}</p>
        </>
      ) : null}
      {told.state === 'waiting' || told.state === 'unable' || told.state === 'differs' || told.state === 'outdated' ? (
        <p className={styles.note} role="status">
          {t(`how.${told.state}`)}
        </p>
      ) : null}
      {told.state === 'outdated' ? (
        <button type="button" className={styles.again} onClick={() => window.location.reload()}>
          {t('how.reload')}
        </button>
      ) : null}
    </details>
  );
}

interface LinesProps {
  made: Made;
  code: string | undefined;
  cycle: BillingCycle | undefined;
  renewal: 'how.renewal' | 'deal.how.renewal';
}

function Lines({ made, ...words }: LinesProps) {
  const { t } = usePageContext();
  return (
    <dl className={styles.lines}>
      {made.lines.map((line) => (
        <div key={line.kind} className={`${styles.line} ${looks[line.kind] ?? ''}`}>
          <dt>
            <Label line={line} {...words} />
          </dt>
          <dd>
            <Amount text={line.amount} />
          </dd>
        </div>
      ))}
      {made.renewal === undefined ? (
        <div className={`${styles.line} ${styles.later}`}>
          <dt>{t('how.once.renewal')}</dt>
          <dd>{t('how.once.none')}</dd>
        </div>
      ) : null}
    </dl>
  );
}

const looks: Partial<Record<PriceLine['kind'], string | undefined>> = {
  list: styles.list,
  code: styles.off,
  due_now: styles.due,
  renewal: styles.later,
};

function Label({ line, code, cycle, renewal }: { line: PriceLine } & Omit<LinesProps, 'made'>) {
  const { t } = usePageContext();
  const { kind, percent, count } = line;
  if (kind === 'code') {
    const slots = { code: <bdi>{code}</bdi>, percent: <bdi>{percent}</bdi> };
    return t.nodes(percent === undefined ? 'how.code' : 'how.code.percent', slots);
  }
  if (kind === 'price' && !cycle) return t('how.once.price');
  if (kind === 'trial' || kind === 'extra_months') return t(`how.${kind}`, { count: count ?? 0 });
  if (kind === 'renewal') return cycle && t(`${renewal}.${cycle}`);
  return t(`how.${kind}`);
}
