import { useEffect } from 'react';
import { reportView } from '../browser/events';
import { CampaignHero } from '../features/campaign/CampaignHero';
import { AD, useClosing, useDevices, useGrid, useHeader, usePlanWords } from '../features/campaign/content';
import { HarbourLights } from '../features/campaign/HarbourLights';
import { Reviews } from '../features/campaign/Reviews';
import { useRatings } from '../features/claims/claims';
import { PlanPrices } from '../features/plan-prices/PlanPrices';
import { PriceExplanation } from '../features/price-explanation/PriceExplanation';
import { LandingShell } from '../features/shell/LandingShell';
import type { LandingPage } from '../rules/wire';
import { ClosingCall } from '../sections/ClosingCall';
import { FeatureGrid } from '../sections/FeatureGrid';
import { Ratings } from '../sections/Ratings';
import { TrustStrip } from '../sections/TrustStrip';
import { Kept } from '../state/Kept';
import styles from './Pages.module.css';

/** `/landing-fb`: the target of advertisements. */
export default function LandingFb({ content }: { content: LandingPage }) {
  useEffect(reportView, []);
  return (
    <LandingShell {...useHeader(AD, ['pricing'])}>
      <CampaignHero campaign={AD} picture={<HarbourLights />} />
      <TrustStrip {...useDevices(AD)} />
      <Kept as="div" part="grid" className={styles.sand}>
        <FeatureGrid {...useGrid(AD, 'grid', ['phone', 'monitor', 'lock', 'device'])} />
      </Kept>
      <div id="pricing" className={styles.paper}>
        <PlanPrices
          {...usePlanWords(AD)}
          plans={content.plans}
          currencies={content.currencies}
          explanation={(price, plan) => <PriceExplanation price={price} cycle={plan.billing_cycle} />}
        />
      </div>
      <Kept as="div" part="trust" className={styles.sand}>
        <Ratings {...useRatings()} />
        <Reviews campaign={AD} />
      </Kept>
      <ClosingCall {...useClosing(AD)} />
    </LandingShell>
  );
}
