import { CurrencySelect } from '../features/plan-picker/CurrencySelect';
import { PlanPicker } from '../features/plan-picker/PlanPicker';
import { usePicker } from '../features/plan-picker/picker';
import { PriceExplanation } from '../features/price-explanation/PriceExplanation';
import { Shell } from '../features/shell/Shell';
import { Hero } from '../features/trust/Hero';
import { Includes } from '../features/trust/Includes';
import { Ratings } from '../features/trust/Ratings';
import { Tiles } from '../features/trust/Tiles';
import type { BuyPage } from '../rules/wire';
import { Kept } from '../state/Kept';
import { useShop } from '../state/shop';
import styles from './Pages.module.css';

/** `/buy`: the plan picker. */
export default function Buy({ content }: { content: BuyPage }) {
  const { t } = useShop();
  const picker = usePicker(content, (price, plan) => <PriceExplanation price={price} cycle={plan.billing_cycle} />);
  const percent = content.highest_discount;
  return (
    <Shell asksBeforeLeaving tools={<CurrencySelect picker={picker} />}>
      <Hero title={t('buy.headline')} lead={percent > 0 ? t('buy.lead', { percent }) : t('buy.lead.plain')}>
        <PlanPicker picker={picker} />
      </Hero>
      <Kept as="div" part="trust" className={styles.paper}>
        <Ratings />
        <Includes />
      </Kept>
      <Kept as="div" part="tiles" className={styles.sand}>
        <Tiles />
      </Kept>
    </Shell>
  );
}
