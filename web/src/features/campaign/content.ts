import { devicesText } from '../../i18n/devices-text';
import type { Key } from '../../i18n/words';
import type { PlanCard } from '../../rules/wire';
import type { ClosingContent } from '../../sections/ClosingCall';
import type { FaqContent } from '../../sections/Faq';
import type { FeatureGridContent } from '../../sections/FeatureGrid';
import type { TrustStripContent } from '../../sections/TrustStrip';
import { usePageContext } from '../../state/page-context';
import type { Shape } from '../../ui/shapes';

/** A marketing page: the prefix of its keys in the catalog, and the parameters of its links to the plans. */
export interface Campaign {
  prefix: 'ad' | 'threats' | 'access';
  /** The campaign source in the address of `/buy`; without one the address has none. */
  source?: string;
}

/** `/landing-fb`. */
export const AD: Campaign = { prefix: 'ad', source: 'landing-fb' };
/** `/landing-privacy`. */
export const THREATS: Campaign = { prefix: 'threats' };
/** `/landing-access`. */
export const ACCESS: Campaign = { prefix: 'access' };

/** A campaign's texts, their slots filled with the brand file's claims for the page. */
export function useWords({ prefix }: Campaign): (key: string) => string {
  const { page, t } = usePageContext();
  const { devices, devices_at_once: at_once, guarantee_days: days, locations } = page.brand.claims;
  const slots = { devices, at_once, days, locations, support: page.brand.support_email };
  return (key) => t(`${prefix}.${key}` as Key, slots);
}

/** The purchase path of a plan, by its months. */
export function useBuyPath({ source }: Campaign): (months?: number) => string {
  const { page } = usePageContext();
  const campaign = source ? `utm_source=${source}&` : '';
  return (months = 12) => `${page.prefixes.vpn}/buy?${campaign}package=${months}`;
}

/** The header: its links lead to sections of the page, its button to the plans. */
export function useHeader(campaign: Campaign, sections: readonly string[]) {
  const say = useWords(campaign);
  const action = { href: useBuyPath(campaign)(), label: say('start') };
  const links = sections.map((id) => ({ href: `#${id}`, label: say(`nav.${id}`) }));
  return { links, action, menuAction: action };
}

/** A grid of features: `grid.1.title`, `grid.1.text` and so on. */
export function useGrid(campaign: Campaign, grid: string, shapes: readonly Shape[]): FeatureGridContent {
  const say = useWords(campaign);
  return {
    title: say(`${grid}.title`),
    lead: say(`${grid}.lead`),
    features: shapes.map((shape, index) => ({
      id: `${grid}${index}`,
      shape,
      title: say(`${grid}.${index + 1}.title`),
      text: say(`${grid}.${index + 1}.text`),
    })),
  };
}

/** The plan cards' texts beside their prices. */
export function usePlanWords(campaign: Campaign) {
  const { page, t } = usePageContext();
  const say = useWords(campaign);
  const buyPath = useBuyPath(campaign);
  const { claims } = page.brand;
  const features = [devicesText(t, claims), t('include.locations', { locations: claims.locations })];
  return {
    title: say('pricing.title'),
    lead: say('pricing.lead'),
    note: say('pricing.note'),
    features: () => features,
    action: (plan: PlanCard) => ({ href: buyPath(plan.months), label: say('choose') }),
  };
}

/** Four questions. */
export function useQuestions(campaign: Campaign): FaqContent {
  const say = useWords(campaign);
  return {
    title: say('faq.title'),
    lead: say('faq.lead'),
    questions: [1, 2, 3, 4].map((number) => ({
      question: say(`faq.${number}.q`),
      answer: say(`faq.${number}.a`),
    })),
  };
}

/** The closing block. */
export function useClosing(campaign: Campaign): ClosingContent {
  const { page, t } = usePageContext();
  const say = useWords(campaign);
  return {
    title: say('closing.title'),
    text: say('closing.text'),
    action: { href: useBuyPath(campaign)(), label: say('start') },
    note: t('pay.guarantee', { days: page.brand.claims.guarantee_days }),
  };
}

/** The devices that have an app. */
export function useDevices(campaign: Campaign): TrustStripContent {
  const { t } = usePageContext();
  const devices = (['ios', 'android', 'windows', 'macos'] as const).map((device) => t(`result.download.${device}`));
  return { title: useWords(campaign)('devices'), places: devices };
}
