import { CampaignHero } from '../features/campaign/CampaignHero';
import { THREATS, useClosing, useGrid, useHeader, usePlanWords, useQuestions } from '../features/campaign/content';
import { DrawnCurtains } from '../features/campaign/DrawnCurtains';
import { Reviews } from '../features/campaign/Reviews';
import { PlanPrices } from '../features/plan-prices/PlanPrices';
import { PriceExplanation } from '../features/price-explanation/PriceExplanation';
import { LandingShell } from '../features/shell/LandingShell';
import type { LandingPage } from '../rules/wire';
import { ClosingCall } from '../sections/ClosingCall';
import { Faq } from '../sections/Faq';
import { FeatureGrid } from '../sections/FeatureGrid';
import { Kept } from '../state/Kept';
import styles from './Pages.module.css';

/** `/landing-privacy`: who can watch, and what helps. */
export default function LandingPrivacy({ content }: { content: LandingPage }) {
  return (
    <LandingShell {...useHeader(THREATS, ['grid', 'pricing', 'faq'])}>
      <CampaignHero campaign={THREATS} picture={<DrawnCurtains />} />
      <Kept as="div" part="grid" id="grid" className={styles.sand}>
        <FeatureGrid {...useGrid(THREATS, 'grid', ['globe', 'monitor', 'tag', 'alert'])} />
      </Kept>
      <Kept as="div" part="reviews" className={styles.paper}>
        <Reviews campaign={THREATS} />
      </Kept>
      <Kept as="div" part="more" className={styles.sand}>
        <FeatureGrid {...useGrid(THREATS, 'more', ['lock', 'eyeOff', 'shield', 'check'])} />
      </Kept>
      <div id="pricing" className={styles.paper}>
        <PlanPrices
          {...usePlanWords(THREATS)}
          plans={content.plans}
          currencies={content.currencies}
          explanation={(price, plan) => <PriceExplanation price={price} cycle={plan.billing_cycle} />}
        />
      </div>
      <Kept as="div" part="faq" id="faq" className={styles.sand}>
        <Faq {...useQuestions(THREATS)} />
      </Kept>
      <ClosingCall {...useClosing(THREATS)} />
    </LandingShell>
  );
}
