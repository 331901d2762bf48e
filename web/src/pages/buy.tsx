import { useIncludes, useRatings, useTiles } from '../features/claims/claims';
import { CurrencySelect } from '../features/plan-picker/CurrencySelect';
import { PlanPicker } from '../features/plan-picker/PlanPicker';
import { usePicker } from '../features/plan-picker/picker';
import { PriceExplanation } from '../features/price-explanation/PriceExplanation';
import { Shell } from '../features/shell/Shell';
import type { BuyPage } from '../rules/wire';
import { Hero } from '../sections/Hero';
import { Includes } from '../sections/Includes';
import { Ratings } from '../sections/Ratings';
import { Tiles } from '../sections/Tiles';
import { Kept } from '../state/Kept';
import { usePageContext } from '../state/page-context';
import styles from './Pages.module.css';

/** `/buy`: the plan picker. */
export default function Buy({ content }: { content: BuyPage }) {
  const { page, t } = usePageContext();
  const picker = usePicker(content, (price, plan) => <PriceExplanation price={price} cycle={plan.billing_cycle} />);
  const percent = content.highest_discount;
  return (
    <Shell asksBeforeLeaving tools={<CurrencySelect picker={picker} />}>
      <Hero title={t('buy.headline')} lead={percent > 0 ? t('buy.lead', { percent }) : t('buy.lead.plain')}>
        <PlanPicker picker={picker} />
        {content.trial_days ? (
          <p className={styles.trial}>
            <a href={`${page.prefixes.vpn}/trial`}>{t('buy.trial', { days: content.trial_days })}</a>
          </p>
        ) : null}
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
