import { useComparison } from '../features/claims/comparison';
import { CallAcross } from '../features/landing/CallAcross';
import {
  useBuyPath,
  useDownloads,
  useFeatures,
  useHeader,
  usePlanWords,
  usePromo,
  useQuestions,
  useTrustStrip,
} from '../features/landing/content';
import { LandingHero } from '../features/landing/LandingHero';
import { PlanPrices } from '../features/plan-prices/PlanPrices';
import { PriceExplanation } from '../features/price-explanation/PriceExplanation';
import { LandingShell } from '../features/shell/LandingShell';
import type { LandingPage } from '../rules/wire';
import { ComparisonTable } from '../sections/ComparisonTable';
import { Downloads } from '../sections/Downloads';
import { Faq } from '../sections/Faq';
import { FeatureGrid, Promo } from '../sections/FeatureGrid';
import { Testimonials } from '../sections/Testimonials';
import { TrustStrip } from '../sections/TrustStrip';
import { Kept } from '../state/Kept';
import { useShop } from '../state/shop';
import { ButtonLink } from '../ui/Button';
import styles from './Pages.module.css';

/** `/` and `/windows-landing`: one long page, whose sections the header leads to. */
export default function Home({ content }: { content: LandingPage }) {
  const { page, t } = useShop();
  const { figures = [], testimonials = [] } = page.brand.claims;
  const compared = useComparison(t('landing.compare.title'), t('landing.compare.lead'));
  const start = <ButtonLink href={useBuyPath()()}>{t('landing.nav.start')}</ButtonLink>;
  return (
    <LandingShell {...useHeader()}>
      <LandingHero content={content} />
      <TrustStrip {...useTrustStrip()} />
      <Kept as="div" part="features" id="features" className={styles.sand}>
        <FeatureGrid {...useFeatures()} />
        <Promo {...usePromo()} action={start} picture={<CallAcross />} />
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
        <div id="faq">
          <Faq {...useQuestions()} />
        </div>
        <div id="download">
          <Downloads {...useDownloads()} />
        </div>
      </Kept>
    </LandingShell>
  );
}
