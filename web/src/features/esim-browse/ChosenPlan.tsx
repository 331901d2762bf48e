import type { RefillItem } from '../../rules/wire';
import { usePageContext } from '../../state/page-context';
import { Button } from '../../ui/Button';
import { Amount } from '../../ui/Price';
import styles from './ChosenPlan.module.css';

/** The chosen plan at the bottom of the screen, with the button that continues with it. */
export function ChosenPlan({ plan }: { plan: RefillItem }) {
  const { t } = usePageContext();
  return (
    <div className={styles.bar}>
      <p className={styles.plan} aria-live="polite">
        <span className={styles.title}>{plan.title}</span>
        <span className={styles.days}>{plan.days_text}</span>
      </p>
      <Button type="submit">
        <span>
          {t('bundle.continue')}
          <span className={styles.price}>
            {' · '}
            <Amount text={plan.price_usd_text} />
          </span>
        </span>
      </Button>
    </div>
  );
}
