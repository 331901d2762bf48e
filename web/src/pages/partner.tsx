import { useIncludes, useRatings, useTiles } from '../features/claims/claims';
import { TwoLights } from '../features/partner/TwoLights';
import { CurrencySelect } from '../features/plan-picker/CurrencySelect';
import { PlanPicker } from '../features/plan-picker/PlanPicker';
import { usePicker } from '../features/plan-picker/picker';
import { PriceExplanation } from '../features/price-explanation/PriceExplanation';
import { Shell } from '../features/shell/Shell';
import type { PartnerPage } from '../rules/wire';
import { Hero } from '../sections/Hero';
import { Includes } from '../sections/Includes';
import { Ratings } from '../sections/Ratings';
import { Tiles } from '../sections/Tiles';
import { Kept } from '../state/Kept';
import { usePageContext } from '../state/page-context';
import styles from './Pages.module.css';

/** A partner's offer. An unknown partner gets no name and the normal prices. */
export default function Partner({ content }: { content: PartnerPage }) {
  const { t } = usePageContext();
  const { offer, partner } = content;
  const picker = usePicker(
    offer,
    (price, plan) => <PriceExplanation price={price} cycle={plan.billing_cycle} />,
    'sale.button',
  );
  const percent = offer.highest_discount;
  const title = partner ? t('partner.headline', { partner, percent }) : t('buy.headline');
  const neutral = percent > 0 ? t('buy.lead', { percent }) : t('buy.lead.plain');
  return (
    <Shell asksBeforeLeaving tools={<CurrencySelect picker={picker} />}>
      <Hero title={title} lead={partner ? t('partner.lead') : neutral} picture={<TwoLights />}>
        <PlanPicker picker={picker} />
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
