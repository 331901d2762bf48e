import { useComparison } from '../features/claims/comparison';
import { Benefits } from '../features/landing/Benefits';
import { useHeader, usePlanWords, useTrustStrip } from '../features/landing/content';
import { Ending } from '../features/landing/Ending';
import { LandingHero } from '../features/landing/LandingHero';
import { PlanPrices } from '../features/plan-prices/PlanPrices';
import { PriceExplanation } from '../features/price-explanation/PriceExplanation';
import { LandingShell } from '../features/shell/LandingShell';
import type { LandingPage } from '../rules/wire';
import { ComparisonTable } from '../sections/ComparisonTable';
import { Testimonials } from '../sections/Testimonials';
import { TrustStrip } from '../sections/TrustStrip';
import { Kept } from '../state/Kept';
import { usePageContext } from '../state/page-context';
import styles from './Pages.module.css';

/** `/` and `/windows-landing`: one long page, with links to its sections in the header. */
export default function Home({ content }: { content: LandingPage }) {
  const { page, t } = usePageContext();
  const { figures = [], testimonials = [] } = page.brand.claims;
  const compared = useComparison(t('landing.compare.title'), t('landing.compare.lead'));
  return (
    <LandingShell {...useHeader()}>
      <LandingHero content={content} />
      <TrustStrip {...useTrustStrip()} />
      <Kept as="div" part="features" id="features" className={styles.sand}>
        <Benefits />
      </Kept>
      <Kept as="div" part="compare" id="compare" className={styles.paper}>
        {compared ? <ComparisonTable {...compared} /> : null}
      </Kept>
      <div id="pricing" className={styles.sand}>
        <PlanPrices
          {...usePlanWords()}
          plans={content.plans}
          currencies={content.currencies}
          explanation={(price, plan) => <PriceExplanation price={price} cycle={plan.billing_cycle} />}
        />
      </div>
      <div className={styles.paper}>
        <Testimonials title={t('landing.reviews.title')} figures={figures} testimonials={testimonials} />
      </div>
      <Kept as="div" part="end" className={styles.sand}>
        <Ending />
      </Kept>
    </LandingShell>
  );
}
