import { useRatings } from '../features/claims/claims';
import { useComparison } from '../features/claims/comparison';
import { CustomerWords } from '../features/deal/CustomerWords';
import { useClosing, useDevices, useFeatures, useHeader, usePaidBy } from '../features/deal/content';
import { DealDialogs } from '../features/deal/DealDialogs';
import { DealHero } from '../features/deal/DealHero';
import { DealPrices } from '../features/deal/DealPrices';
import { useDeal } from '../features/deal/useDeal';
import { CodeLine } from '../features/plan-picker/CodeLine';
import { PriceExplanation } from '../features/price-explanation/PriceExplanation';
import { LandingShell } from '../features/shell/LandingShell';
import type { DealPage } from '../rules/wire';
import { ClosingCall } from '../sections/ClosingCall';
import { ComparisonTable } from '../sections/ComparisonTable';
import { FeatureGrid } from '../sections/FeatureGrid';
import { Ratings } from '../sections/Ratings';
import { TrustStrip } from '../sections/TrustStrip';
import { Kept } from '../state/Kept';
import { usePageContext } from '../state/page-context';
import styles from './Pages.module.css';

/** `/affiliate-vpn-deals`: free months and an eSIM, for one price. */
export default function AffiliateVpnDeals({ content }: { content: DealPage }) {
  const { page, t } = usePageContext();
  const deal = useDeal(content);
  const title = t('deal.compare.title', { brand: page.brand.name });
  const compared = useComparison(title, t('deal.compare.lead'), 'deal.compare');
  return (
    <LandingShell {...useHeader()}>
      <DealHero content={content} />
      <div id="pricing" className={styles.sand}>
        <CodeLine notice={content.code} />
        <DealPrices
          deal={deal}
          explanation={({ price, billing_cycle }) => (
            <PriceExplanation price={price} cycle={billing_cycle} renewal="deal.how.renewal" />
          )}
        />
      </div>
      <Kept as="div" part="features" id="features" className={styles.paper}>
        <FeatureGrid {...useFeatures()} />
      </Kept>
      <Kept as="div" part="compare" id="compare" className={styles.sand}>
        {compared ? <ComparisonTable {...compared} /> : null}
      </Kept>
      <Kept as="div" part="trust" className={styles.paper}>
        <Ratings {...useRatings()} />
        <CustomerWords />
      </Kept>
      <ClosingCall {...useClosing()} />
      <TrustStrip {...usePaidBy()} />
      <TrustStrip {...useDevices()} />
      <DealDialogs deal={deal} />
    </LandingShell>
  );
}
