import { type StoreApi, useStore } from 'zustand';
import type { EsimCheckout } from '../../state/esim-checkout';
import { usePageContext } from '../../state/page-context';
import { Button } from '../../ui/Button';
import { Dialog } from '../../ui/Dialog';
import dialog from '../../ui/Dialog.module.css';
import { Amount } from '../../ui/Price';

/** The same plan was bought shortly before: the buyer can see its eSIM, or confirm another purchase. */
export function BoughtDialog({ order }: { order: StoreApi<EsimCheckout> }) {
  const { t } = usePageContext();
  const stage = useStore(order, (state) => state.stage);
  const { accept, decline, showBought } = order.getState();
  const asked = stage.phase === 'bought' ? stage : undefined;
  return (
    <Dialog open={asked !== undefined} title={t('order.again.title')} onClose={decline}>
      {asked ? (
        <>
          <p>{t('order.again.text', { when: asked.bought.when_text })}</p>
          <div className={dialog.choices}>
            <Button onClick={() => void showBought()}>{t('order.again.show')}</Button>
            <Button look="secondary" onClick={() => void accept()}>
              <span>{t.nodes('order.again.buy', { price: <Amount text={asked.due.due_now_text} /> })}</span>
            </Button>
          </div>
        </>
      ) : null}
    </Dialog>
  );
}
