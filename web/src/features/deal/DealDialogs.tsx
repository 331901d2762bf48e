import { useStore } from 'zustand';
import { PriceChangeDialog } from '../../sections/PriceChangeDialog';
import { dealDue } from '../../state/deal-checkout';
import { usePageContext } from '../../state/page-context';
import { Dialog } from '../../ui/Dialog';
import { Amount } from '../../ui/Price';
import { EmailStep } from './EmailStep';
import { MethodStep } from './MethodStep';
import type { Deal } from './useDeal';

/** The steps of a purchase. Each is a native dialog; closing one cancels the purchase. */
export function DealDialogs({ deal }: { deal: Deal }) {
  const { t } = usePageContext();
  const step = useStore(deal.checkout, (state) => state.step);
  const { close } = deal.checkout.getState();
  return (
    <>
      <Dialog open={step === 'email'} title={t('deal.email.title')} onClose={() => close('email')}>
        <EmailStep deal={deal} />
      </Dialog>
      <Dialog open={step === 'method'} title={t('deal.method.title')} onClose={() => close('method')}>
        <MethodStep deal={deal} />
      </Dialog>
      <PriceChange deal={deal} />
    </>
  );
}

/** Shows a price that changed since the page was rendered, and for cards its renewal. */
function PriceChange({ deal: { checkout, content } }: { deal: Deal }) {
  const { t } = usePageContext();
  const state = useStore(checkout);
  const chosen = content.deals.find((one) => one.package === state.package);
  const now = state.step === 'repriced' && chosen && state.method ? dealDue(chosen, state.method, state) : undefined;
  const cycle = chosen?.billing_cycle;
  const renewal =
    now?.renewal_text && cycle
      ? t.nodes(`pay.renewal.${cycle}`, { renewal: <Amount text={now.renewal_text} /> })
      : t('deal.once');
  return (
    <PriceChangeDialog
      change={now && { before: state.before, now: now.due_now_text }}
      renewal={renewal}
      accept={state.accept}
      decline={() => state.close('repriced')}
    />
  );
}
