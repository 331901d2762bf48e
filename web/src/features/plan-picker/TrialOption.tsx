import { useId } from 'react';
import type { PlanCard, PlanPrice, TrialTerms } from '../../rules/wire';
import { usePageContext } from '../../state/page-context';
import { Amount } from '../../ui/Price';
import styles from './TrialOption.module.css';

interface TrialOptionProps {
  card: PlanCard;
  price: PlanPrice;
  trial: TrialTerms;
  selected: boolean;
  onChoose: () => void;
}

/** A plan with a trial: what is due today, and the date and amount of the first charge. */
export function TrialOption({ card, price, trial, selected, onChoose }: TrialOptionProps) {
  const { t } = usePageContext();
  const id = useId();
  return (
    <label className={styles.card}>
      <span className={styles.head}>
        <input
          className={styles.mark}
          type="radio"
          name="plan"
          value={card.product_id}
          checked={selected}
          aria-labelledby={`${id}name ${id}today ${id}then`}
          onChange={onChoose}
          onClick={selected ? onChoose : undefined}
        />
        <span id={`${id}name`} className={styles.name}>
          {/* With the leading space that the specification has. */}
          {` ${t('trial.plan')}`}
        </span>
      </span>
      <span id={`${id}today`} className={styles.step}>
        <span className={styles.day}>{t('trial.today')}</span>{' '}
        <span className={styles.due}>
          <Amount text={price.due_now_text} />
        </span>
      </span>
      <span id={`${id}then`} className={styles.step}>
        <bdi className={styles.day}>{trial.charged_on}</bdi>{' '}
        <span className={styles.due}>
          <Amount text={price.renewal_text} />
        </span>
        <span className={styles.note}>{t('trial.every')}</span>
      </span>
    </label>
  );
}
