import type { RefillItem } from '../../rules/wire';
import { usePageContext } from '../../state/page-context';
import choice from '../../ui/Choice.module.css';
import { Amount } from '../../ui/Price';
import styles from './PlanChoice.module.css';

interface PlanChoiceProps {
  plan: RefillItem;
  isChosen: boolean;
  onChoose: (data: string) => void;
}

/** A plan: its data and days, its price, and its price per day. */
export function PlanChoice({ plan, isChosen, onChoose }: PlanChoiceProps) {
  const { t } = usePageContext();
  return (
    <label className={`${choice.frame} ${choice.flat} ${styles.plan}`}>
      <input
        className={choice.mark}
        type="radio"
        name="plan"
        value={plan.structured_data}
        checked={isChosen}
        onChange={() => onChoose(plan.structured_data)}
      />
      <span className={styles.what}>
        <span className={styles.data}>{plan.unlimited ? plan.days_text : plan.title}</span>
        <span className={styles.days}>{plan.unlimited ? plan.title : plan.days_text}</span>
      </span>
      <span className={styles.cost}>
        <span className={styles.price}>
          <Amount text={plan.price_usd_text} />
        </span>
        <span className={styles.day}>{t('bundle.day', { price: plan.day_usd_text })}</span>
      </span>
    </label>
  );
}
