import { devicesText } from '../../i18n/devices-text';
import type { PlanCard } from '../../rules/wire';
import type { DownloadsContent } from '../../sections/Downloads';
import type { FaqContent } from '../../sections/Faq';
import type { FeatureGridContent } from '../../sections/FeatureGrid';
import type { TrustStripContent } from '../../sections/TrustStrip';
import { usePageContext } from '../../state/page-context';

/** Where a download link leads: the apps need a subscription, and the yearly plan is proposed. */
export function useBuyPath(): (months?: number) => string {
  const { page } = usePageContext();
  return (months = 12) => `${page.prefixes.vpn}/buy?package=${months}`;
}

/** The links of the header, in the order of the sections. */
export function useHeader() {
  const { t } = usePageContext();
  return {
    links: [
      { href: '#features', label: t('landing.nav.features') },
      { href: '#compare', label: t('landing.nav.compare') },
      { href: '#pricing', label: t('landing.nav.pricing') },
      { href: '#faq', label: t('landing.nav.faq') },
    ],
    action: { href: '#download', label: t('landing.nav.start') },
    menuAction: { href: '#download', label: t('landing.nav.download') },
  };
}

/** Where customers live. */
export function useTrustStrip(): TrustStripContent {
  const { t } = usePageContext();
  const places = (['uae', 'saudi', 'qatar', 'oman', 'eu'] as const).map((place) => t(`landing.trust.${place}`));
  return { title: t('landing.trust.title'), places };
}

/** Six features. */
export function useFeatures(): FeatureGridContent {
  const { page, t } = usePageContext();
  const { locations } = page.brand.claims;
  return {
    title: t('landing.features.title'),
    lead: t('landing.features.lead'),
    features: (
      [
        ['streaming', 'monitor'],
        ['gulf', 'globe'],
        ['logs', 'eyeOff'],
        ['encryption', 'lock'],
        ['switch', 'shield'],
        ['support', 'headphones'],
      ] as const
    ).map(([id, shape]) => ({
      id,
      shape,
      title: t(`landing.${id}.title`),
      text: t(`landing.${id}.text`, { locations }),
    })),
  };
}

/** The texts of the block about calls. */
export function usePromo() {
  const { page, t } = usePageContext();
  const { devices_at_once: devices } = page.brand.claims;
  return {
    title: t('landing.promo.title'),
    text: t('landing.promo.text'),
    points: [t('landing.promo.one'), t('landing.promo.two'), t('landing.promo.three', { devices })],
  };
}

/** The plan cards' texts beside their prices. */
export function usePlanWords() {
  const { page, t } = usePageContext();
  const buyPath = useBuyPath();
  const { claims } = page.brand;
  const features = [
    devicesText(t, claims),
    t('include.locations', { locations: claims.locations }),
    t('include.calls'),
  ];
  return {
    title: t('landing.pricing.title'),
    lead: t('landing.pricing.lead'),
    note: t('landing.pricing.note'),
    description: (plan: PlanCard) => t(`landing.plan.${plan.billing_cycle}`),
    features: () => features,
    action: (plan: PlanCard) => ({ href: buyPath(plan.months), label: t('landing.plan.choose') }),
  };
}

/** Five questions. */
export function useQuestions(): FaqContent {
  const { page, t } = usePageContext();
  const { devices, devices_at_once: at_once, guarantee_days: days } = page.brand.claims;
  return {
    title: t('landing.faq.title'),
    lead: t('landing.faq.lead', { support: page.brand.support_email }),
    questions: ([1, 2, 3, 4, 5] as const).map((number) => ({
      question: t(`landing.faq.q${number}`),
      answer: t(`landing.faq.a${number}`, { devices, at_once, days }),
    })),
  };
}

/** One link per device; each leads to the plans, which the apps need. */
export function useDownloads(): DownloadsContent {
  const { page, t } = usePageContext();
  const support = `${page.prefixes.vpn}/support`;
  const buyPath = useBuyPath();
  return {
    title: t('landing.download.title'),
    lead: t('landing.download.lead'),
    more: [
      { href: `${support}#setup`, label: t('landing.download.setup') },
      { href: `${support}#servers`, label: t('landing.download.servers') },
    ],
    links: (
      [
        ['ios', 'device'],
        ['android', 'device'],
        ['macos', 'monitor'],
        ['windows', 'monitor'],
      ] as const
    ).map(([id, shape]) => ({
      id,
      shape,
      title: t(`landing.download.${id}`),
      text: t(`landing.download.${id}.text`),
      href: buyPath(),
    })),
  };
}
