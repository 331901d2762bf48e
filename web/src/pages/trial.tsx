import { useIncludes, useRatings, useTiles } from '../features/claims/claims';
import { CurrencySelect } from '../features/plan-picker/CurrencySelect';
import { PlanPicker } from '../features/plan-picker/PlanPicker';
import { usePicker } from '../features/plan-picker/picker';
import { PriceExplanation } from '../features/price-explanation/PriceExplanation';
import { Shell } from '../features/shell/Shell';
import { NotOffered } from '../features/trial/NotOffered';
import { SevenMoons } from '../features/trial/SevenMoons';
import type { TrialPage } from '../rules/wire';
import { Hero } from '../sections/Hero';
import { Includes } from '../sections/Includes';
import { Ratings } from '../sections/Ratings';
import { Tiles } from '../sections/Tiles';
import { Kept } from '../state/Kept';
import { usePageContext } from '../state/page-context';
import styles from './Pages.module.css';

/** `/trial`: seven days free, then the plan. Without an offered trial it leads to the plans. */
export default function Trial({ content }: { content: TrialPage }) {
  const { t } = usePageContext();
  const { offer, trial } = content;
  const picker = usePicker(
    offer,
    (price, plan) => <PriceExplanation price={price} cycle={plan.billing_cycle} />,
    'trial.button',
    trial,
  );
  const isOffered = offer.plans.length > 0;
  return (
    <Shell asksBeforeLeaving tools={isOffered ? <CurrencySelect picker={picker} /> : null}>
      <Hero
        mark={<SevenMoons />}
        title={t(isOffered ? 'trial.headline' : 'trial.none.title')}
        lead={isOffered ? t('trial.lead') : null}
      >
        {isOffered ? <PlanPicker picker={picker} /> : <NotOffered />}
      </Hero>
      <Kept as="div" part="trust" className={styles.paper}>
        <Ratings {...useRatings()} />
        <Includes {...useIncludes()} />
      </Kept>
      <Kept as="div" part="tiles" className={styles.sand}>
        <Tiles {...useTiles()} />
      </Kept>
    </Shell>
  );
}
