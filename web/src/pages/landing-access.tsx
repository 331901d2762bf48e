import { CampaignHero } from '../features/campaign/CampaignHero';
import { ACCESS, useClosing, useGrid, useHeader, usePlanWords, useQuestions } from '../features/campaign/content';
import { GuideLead } from '../features/campaign/GuideLead';
import { OpenGates } from '../features/campaign/OpenGates';
import { Steps } from '../features/campaign/Steps';
import { PlanPrices } from '../features/plan-prices/PlanPrices';
import { PriceExplanation } from '../features/price-explanation/PriceExplanation';
import { LandingShell } from '../features/shell/LandingShell';
import type { LandingPage } from '../rules/wire';
import { ClosingCall } from '../sections/ClosingCall';
import { Faq } from '../sections/Faq';
import { FeatureGrid } from '../sections/FeatureGrid';
import { Kept } from '../state/Kept';
import styles from './Pages.module.css';

/** `/landing-access`: calls, streaming and games. */
export default function LandingAccess({ content }: { content: LandingPage }) {
  return (
    <LandingShell {...useHeader(ACCESS, ['grid', 'steps', 'pricing', 'faq'])}>
      <CampaignHero campaign={ACCESS} picture={<OpenGates />} />
      <Kept as="div" part="grid" id="grid" className={styles.sand}>
        <FeatureGrid {...useGrid(ACCESS, 'grid', ['phone', 'monitor', 'globe'])} lead={<GuideLead />} />
      </Kept>
      <Kept as="div" part="steps" id="steps" className={styles.paper}>
        <Steps campaign={ACCESS} />
      </Kept>
      <div id="pricing" className={styles.sand}>
        <PlanPrices
          {...usePlanWords(ACCESS)}
          plans={content.plans}
          currencies={content.currencies}
          explanation={(price, plan) => <PriceExplanation price={price} cycle={plan.billing_cycle} />}
        />
      </div>
      <Kept as="div" part="faq" id="faq" className={styles.paper}>
        <Faq {...useQuestions(ACCESS)} />
      </Kept>
      <ClosingCall {...useClosing(ACCESS)} />
    </LandingShell>
  );
}
