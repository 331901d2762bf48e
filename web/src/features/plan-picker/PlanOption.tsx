import { useId } from 'react';
import type { PlanCard, PlanPrice } from '../../rules/wire';
import { usePageContext } from '../../state/page-context';
import choice from '../../ui/Choice.module.css';
import { Amount, Price } from '../../ui/Price';
import styles from './PlanOption.module.css';

interface PlanOptionProps {
  card: PlanCard;
  price: PlanPrice;
  selected: boolean;
  onChoose: () => void;
}

/** One plan: a radio labelled with the plan, its price and its billing. */
export function PlanOption({ card, price, selected, onChoose }: PlanOptionProps) {
  const { t } = usePageContext();
  const id = useId();
  const cycle = card.billing_cycle;
  const look = `${choice.frame} ${styles.card}`;
  return (
    <label className={card.highlight ? `${look} ${styles.highlighted}` : look}>
      {card.highlight ? <span className={styles.tab}>{card.highlight}</span> : null}
      <span className={styles.head}>
        <span id={`${id}name`} className={styles.name}>
          {t(`plan.name.${cycle}`)}
        </span>
        {price.saving_percent > 0 ? (
          <span className={styles.saving}>{t('plan.save', { percent: price.saving_percent })}</span>
        ) : null}
      </span>
      <span className={styles.price}>
        <span id={`${id}price`} className={styles.perMonth}>
          {price.per_month_exact ? null : <About words={t('plan.about')} />}
          <Price label={price.per_month} />
          <span className={styles.unit}>{t('plan.per_month')}</span>
        </span>
        {price.per_month_before ? (
          <s className={styles.before}>
            <span className="visually-hidden">{t('plan.was')} </span>
            <Amount text={price.per_month_before} />
          </s>
        ) : null}
      </span>
      <span id={`${id}billing`} className={styles.billing}>
        {t.nodes(`plan.billing.${cycle}`, {
          now: <Amount text={price.due_now_text} />,
          renewal: <Amount text={price.renewal_text} />,
        })}
      </span>
      <span className={styles.choice}>
        <input
          className={choice.mark}
          type="radio"
          name="plan"
          value={card.product_id}
          checked={selected}
          aria-labelledby={`${id}name ${id}price ${id}billing`}
          onChange={onChoose}
          onClick={selected ? onChoose : undefined}
        />
        <span aria-hidden="true">{t(selected ? 'plan.selected' : 'plan.select')}</span>
      </span>
    </label>
  );
}

/** The monthly share of a term is seldom a round amount: then the text says so. */
function About({ words }: { words: string }) {
  return (
    <>
      <span className={styles.about} aria-hidden="true">
        ≈
      </span>
      <span className="visually-hidden">{words} </span>
    </>
  );
}
