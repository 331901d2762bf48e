import { type StoreApi, useStore } from 'zustand';
import type { EsimCheckout } from '../../state/esim-checkout';
import { useShop } from '../../state/shop';
import { Button } from '../../ui/Button';
import { Dialog } from '../../ui/Dialog';
import { Amount } from '../../ui/Price';
import styles from './Repriced.module.css';

/** The price moved between page and order: old and new are shown, and nothing is bought without a second yes. */
export function Repriced({ order }: { order: StoreApi<EsimCheckout> }) {
  const { t } = useShop();
  const { stage, accept, decline } = useStore(order);
  return (
    <Dialog open={stage.phase === 'repriced'} title={t('order.repriced.title')} onClose={decline}>
      {stage.phase === 'repriced' ? (
        <>
          <p>{t('order.repriced.text')}</p>
          <dl className={styles.prices}>
            <dt>{t('order.repriced.before')}</dt>
            <dd>
              <s>
                <Amount text={stage.before.text} />
              </s>
            </dd>
            <dt>{t('order.repriced.now')}</dt>
            <dd className={styles.now}>
              <Amount text={stage.now.due_now_text} />
            </dd>
          </dl>
          <div className={styles.choices}>
            <Button onClick={() => void accept()}>
              <span>{t.nodes('order.repriced.confirm', { price: <Amount text={stage.now.due_now_text} /> })}</span>
            </Button>
            <Button look="secondary" onClick={decline}>
              {t('order.repriced.decline')}
            </Button>
          </div>
        </>
      ) : null}
    </Dialog>
  );
}
