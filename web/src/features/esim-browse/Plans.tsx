import { useEffect, useRef } from 'react';
import type { RefillItem } from '../../rules/wire';
import { usePageContext } from '../../state/page-context';
import { PlanChoice } from './PlanChoice';
import styles from './Plans.module.css';

interface PlansProps {
  plans: readonly RefillItem[];
  /** `structured_data` of the chosen plan. */
  chosen: string | undefined;
  onChoose: (data: string) => void;
}

/** One radio group: plans with an amount of data, then those without a limit and what that means. */
export function Plans({ plans, chosen, onChoose }: PlansProps) {
  const { t } = usePageContext();
  const group = useRef<HTMLFieldSetElement>(null);
  const limited = plans.filter(({ unlimited }) => !unlimited);
  const unlimited = plans.filter((plan) => plan.unlimited);

  useEffect(() => {
    // The choice made before the scripts ran, or restored by the browser.
    const checked = group.current?.querySelector<HTMLInputElement>('input:checked');
    if (checked && checked.value !== chosen) onChoose(checked.value);
  });

  const choices = (some: readonly RefillItem[]) => (
    <div className={styles.grid}>
      {some.map((plan) => (
        <PlanChoice
          key={plan.structured_data}
          plan={plan}
          isChosen={plan.structured_data === chosen}
          onChoose={onChoose}
        />
      ))}
    </div>
  );
  return (
    <fieldset ref={group} className={styles.plans}>
      <legend className="visually-hidden">{t('bundle.plans')}</legend>
      {limited.length > 0 ? (
        <div className={styles.group}>
          <h2 className={styles.title}>{t('bundle.prepaid')}</h2>
          {choices(limited)}
        </div>
      ) : null}
      {unlimited.length > 0 ? (
        <div className={styles.group}>
          <h2 className={styles.title}>{t('bundle.unlimited')}</h2>
          <p className={styles.note}>{t('bundle.unlimited.text')}</p>
          {choices(unlimited)}
        </div>
      ) : null}
    </fieldset>
  );
}
