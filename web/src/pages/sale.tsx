import { useIncludes, useRatings, useTiles } from '../features/claims/claims';
import { CountdownBox } from '../features/countdown-offer/CountdownBox';
import { SaleMark } from '../features/countdown-offer/SaleMark';
import { useCountdown } from '../features/countdown-offer/useCountdown';
import { CurrencySelect } from '../features/plan-picker/CurrencySelect';
import { PlanPicker } from '../features/plan-picker/PlanPicker';
import { usePicker } from '../features/plan-picker/picker';
import { PriceExplanation } from '../features/price-explanation/PriceExplanation';
import { Shell } from '../features/shell/Shell';
import type { SalePage } from '../rules/wire';
import { Hero } from '../sections/Hero';
import { Includes } from '../sections/Includes';
import { Ratings } from '../sections/Ratings';
import { Tiles } from '../sections/Tiles';
import { Kept } from '../state/Kept';
import { usePageContext } from '../state/page-context';
import styles from './Pages.module.css';

/**
 * A sale: the plan picker, and the remaining time of its prices. At the end the page returns to the normal prices by
 * itself.
 */
export default function Sale({ content }: { content: SalePage }) {
  const { t } = usePageContext();
  const { offer, ends_at, ends_text, after } = content;
  const picker = usePicker(
    offer,
    (price, plan) => <PriceExplanation price={price} cycle={plan.billing_cycle} />,
    'sale.button',
  );
  const left = useCountdown(ends_at, () => {
    picker.checkout.getState().endCode(after?.plans.flatMap((plan) => plan.prices) ?? []);
  });
  const isSale = offer.code?.state === 'applied' && left.state !== 'over';
  const lasts = isSale && ends_at === undefined;
  const headline = lasts ? 'sale.headline.lasting' : 'sale.headline';
  const percent = left.state === 'over' ? (after?.highest_discount ?? 0) : offer.highest_discount;
  const lead = percent > 0 ? t('buy.lead', { percent }) : t('buy.lead.plain');
  return (
    <Shell asksBeforeLeaving tools={<CurrencySelect picker={picker} />}>
      <Hero
        mark={lasts ? <SaleMark /> : null}
        title={t(isSale ? headline : 'buy.headline')}
        lead={lead}
        above={ends_text === undefined ? null : <CountdownBox left={left} end={ends_text} />}
      >
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
