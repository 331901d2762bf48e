import type { ReactNode } from 'react';
import { devicesText } from '../../i18n/devices-text';
import type { DealCard } from '../../rules/wire';
import { type PricingCard, PricingCards } from '../../sections/PricingCards';
import { usePageContext } from '../../state/page-context';
import { Amount } from '../../ui/Price';
import { useDealName } from './content';
import styles from './Prices.module.css';
import type { Deal } from './useDeal';

interface DealPricesProps {
  deal: Deal;
  /** The price explanation below the button. */
  explanation: (deal: DealCard) => ReactNode;
}

/** The deals side by side. Choosing one opens the first dialog. */
export function DealPrices({ deal, explanation }: DealPricesProps) {
  const { page, t } = usePageContext();
  const card = useCard({ deal, explanation });
  const { deals } = deal.content;
  return (
    <>
      <noscript>
        <p className={`container ${styles.noscript}`}>{t('deal.noscript', { support: page.brand.support_email })}</p>
      </noscript>
      <PricingCards
        title={t('deal.pricing.title')}
        lead={t(deals.length > 0 ? 'deal.pricing.lead' : 'deal.none')}
        cards={deals.map(card)}
        note={deals.length > 0 ? t('deal.pricing.note') : undefined}
      />
    </>
  );
}

function useCard({ deal: { checkout }, explanation }: DealPricesProps) {
  const { page, t } = usePageContext();
  const name = useDealName();
  const { claims } = page.brand;
  return (deal: DealCard): PricingCard => {
    const { price, total, billing_cycle: cycle, free_months: free } = deal;
    return {
      id: price.product_id,
      name: name(deal),
      highlight: deal.popular ? t('deal.popular') : '',
      saving: price.saving_percent > 0 ? t('plan.save', { percent: price.saving_percent }) : undefined,
      price: total,
      unit: t(deal.term_months === 1 ? 'plan.per_month' : 'deal.total'),
      before: price.before_text ? { text: price.before_text, word: t('plan.was') } : undefined,
      billing: t.nodes(`deal.billing.${cycle}`, {
        now: <Amount text={price.due_now_text} />,
        renewal: <Amount text={price.renewal_text} />,
      }),
      features: [
        ...(free > 0 ? [t('deal.includes.free', { free })] : []),
        t('deal.includes.esim', { data: deal.esim_text }),
        devicesText(t, claims),
        t('include.locations', { locations: claims.locations }),
      ],
      action: { label: t('deal.choose'), choose: () => checkout.getState().choose(deal.package) },
      below: explanation(deal),
    };
  };
}
