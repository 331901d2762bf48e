import { NoBundle } from '../features/esim-browse/NoBundle';
import { Order } from '../features/esim-checkout/Order';
import { PriceExplanation } from '../features/price-explanation/PriceExplanation';
import { Shell } from '../features/shell/Shell';
import type { EsimBundlePage } from '../rules/wire';
import { Hero } from '../sections/Hero';
import { usePageContext } from '../state/page-context';

/** `/esim/checkout/{bundleId}`: paying for a data plan. */
export default function EsimCheckout({ content }: { content: EsimBundlePage }) {
  const { t } = usePageContext();
  const plan = content.bundle.refills.find(({ structured_data }) => structured_data === content.chosen);
  return (
    <Shell asksBeforeLeaving={plan !== undefined}>
      {plan ? (
        <Hero title={t('order.title')} lead={t('order.lead')}>
          <Order content={content} plan={plan} explanation={(due) => <PriceExplanation price={due} />} />
        </Hero>
      ) : (
        <NoBundle problem="no_plans" />
      )}
    </Shell>
  );
}
