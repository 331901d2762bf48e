import { useStore } from 'zustand';
import { useShop } from '../../state/shop';
import { Button } from '../../ui/Button';
import { Dialog } from '../../ui/Dialog';
import { Amount } from '../../ui/Price';
import styles from './PriceChanged.module.css';
import type { Picker } from './picker';

/** The price moved between page and order: old and new are shown, and nothing is bought without a second yes. */
export function PriceChanged({ picker: { checkout, content } }: { picker: Picker }) {
  const { t } = useShop();
  const stage = useStore(checkout, (state) => state.stage);
  const { accept, decline } = checkout.getState();
  const now = stage.phase === 'repriced' ? stage.now : undefined;
  const plan = content.plans.find(({ product_id }) => product_id === now?.product_id);
  return (
    <Dialog open={stage.phase === 'repriced'} title={t('repriced.title')} onClose={decline}>
      {stage.phase === 'repriced' ? (
        <>
          <p>{t('repriced.text')}</p>
          <dl className={styles.prices}>
            <dt>{t('repriced.before')}</dt>
            <dd>
              <s>
                <Amount text={stage.before.due_now_text} />
              </s>
            </dd>
            <dt>{t('repriced.now')}</dt>
            <dd className={styles.now}>
              <Amount text={stage.now.due_now_text} />
            </dd>
          </dl>
          {plan ? (
            <p className={styles.renewal}>
              {t.nodes(`pay.renewal.${plan.billing_cycle}`, { renewal: <Amount text={stage.now.renewal_text} /> })}
            </p>
          ) : null}
          <div className={styles.choices}>
            <Button onClick={() => void accept()}>
              <span>{t.nodes('repriced.confirm', { price: <Amount text={stage.now.due_now_text} /> })}</span>
            </Button>
            <Button look="secondary" onClick={decline}>
              {t('repriced.decline')}
            </Button>
          </div>
        </>
      ) : null}
    </Dialog>
  );
}
