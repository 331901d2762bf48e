import { type StoreApi, useStore } from 'zustand';
import type { EsimBundlePage } from '../../rules/wire';
import { dueBy, type EsimCheckout, isBusy } from '../../state/esim-checkout';
import { usePageContext } from '../../state/page-context';
import choice from '../../ui/Choice.module.css';
import { Amount } from '../../ui/Price';
import styles from './Methods.module.css';
import { methodsOf } from './useOrder';

interface MethodsProps {
  content: EsimBundlePage;
  order: StoreApi<EsimCheckout>;
}

/** Card or iDEAL, each with its charge: iDEAL takes euros, and its price is visible before the choice. */
export function Methods({ content, order }: MethodsProps) {
  const context = usePageContext();
  const { t } = context;
  const state = useStore(order);
  return (
    <fieldset className={styles.methods} disabled={isBusy(state)}>
      <legend className={styles.title}>{t('order.method')}</legend>
      {methodsOf(content, context).map((method) => (
        <label key={method} className={`${choice.frame} ${choice.flat} ${styles.method}`}>
          <input
            className={choice.mark}
            type="radio"
            name="method"
            value={method}
            autoComplete="off"
            checked={state.method === method}
            onChange={() => state.chooseMethod(method)}
          />
          <span className={styles.name}>
            {t(`order.method.${method}`)}
            <span className={styles.by}>{t(`order.method.${method}.by`)}</span>
          </span>
          <span className={styles.price}>
            <Amount text={dueBy(state, method).due_now_text} />
          </span>
        </label>
      ))}
    </fieldset>
  );
}
