import type { DealCard } from '../../rules/wire';
import type { ClosingContent } from '../../sections/ClosingCall';
import type { FeatureGridContent } from '../../sections/FeatureGrid';
import type { TrustStripContent } from '../../sections/TrustStrip';
import { usePageContext } from '../../state/page-context';

/** Names of companies and systems, the same in every language. */
const PAID_BY = ['iDEAL | Wero', 'Visa', 'Mastercard', 'Apple Pay', 'Google Pay'];
const DEVICES = ['macOS', 'Android', 'iOS', 'Windows', 'Chrome'];

/** The header: its links and its button lead to sections of the page. */
export function useHeader() {
  const { t } = usePageContext();
  const action = { href: '#pricing', label: t('deal.start') };
  return {
    links: [
      { href: '#features', label: t('deal.nav.features') },
      { href: '#pricing', label: t('deal.nav.pricing') },
      { href: '#compare', label: t('deal.nav.compare') },
    ],
    action,
    menuAction: action,
  };
}

/** A deal's name: `4+12 months` when it includes free ones. */
export function useDealName(): (deal: DealCard) => string {
  const { t } = usePageContext();
  return ({ free_months: free, package: paid, billing_cycle }) =>
    free > 0 ? t('deal.name.free', { free, paid }) : t(`plan.name.${billing_cycle}`);
}

/** Six features. */
export function useFeatures(): FeatureGridContent {
  const { page, t } = usePageContext();
  const { devices, guarantee_days: days, locations } = page.brand.claims;
  const shapes = ['tag', 'signal', 'eyeOff', 'lock', 'device', 'shield'] as const;
  const numbers = [1, 2, 3, 4, 5, 6] as const;
  return {
    title: t('deal.features.title'),
    lead: t('deal.features.lead'),
    features: numbers.map((number, index) => ({
      id: `feature${number}`,
      shape: shapes[index] ?? 'check',
      title: t(`deal.feature.${number}.title`),
      text: t(`deal.feature.${number}.text`, { devices, days, locations }),
    })),
  };
}

/** The payment methods. */
export function usePaidBy(): TrustStripContent {
  const { t } = usePageContext();
  return { title: t('deal.paid.title'), places: PAID_BY };
}

/** The supported devices. */
export function useDevices(): TrustStripContent {
  const { t } = usePageContext();
  return { title: t('deal.devices.title'), places: DEVICES };
}

/** The closing block leads back to the prices. */
export function useClosing(): ClosingContent {
  const { page, t } = usePageContext();
  return {
    title: t('deal.closing.title'),
    text: t('deal.closing.text'),
    action: { href: '#pricing', label: t('deal.start') },
    note: t('pay.guarantee', { days: page.brand.claims.guarantee_days }),
  };
}
