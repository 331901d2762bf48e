import { type KeyboardEvent, useEffect, useRef } from 'react';
import { type StoreApi, useStore } from 'zustand';
import { problemText } from '../../i18n/words';
import { appliedBy, type EsimCheckout, isBusy } from '../../state/esim-checkout';
import { usePageContext } from '../../state/page-context';
import { Button } from '../../ui/Button';
import { Field } from '../../ui/Field';
import { Notice } from '../../ui/Notice';
import styles from './CodeField.module.css';

/** A discount code, applied by its button or by Enter, which must not submit the whole form. */
export function CodeField({ order }: { order: StoreApi<EsimCheckout> }) {
  const { rules, t } = usePageContext();
  const field = useRef<HTMLInputElement>(null);
  const state = useStore(order);
  const { discount, codeProblem, isApplying, method } = state;
  const busy = useStore(order, isBusy);
  const { applyCode, codeTyped, removeCode } = order.getState();
  const filled = useStore(order, (state) => state.filled);

  useEffect(() => {
    if (filled?.code && field.current?.value === '') field.current.value = filled.code;
  }, [filled]);

  const apply = () => void applyCode(field.current?.value ?? '');

  const onKeyDown = (event: KeyboardEvent) => {
    if (event.key !== 'Enter') return;
    event.preventDefault();
    apply();
  };

  return (
    <div className={styles.code}>
      <div className={styles.row}>
        <Field
          ref={field}
          label={t('order.code')}
          hint={t('order.code.hint')}
          error={codeProblem === undefined ? undefined : problemText(t, codeProblem)}
          name="code"
          dir="ltr"
          autoComplete="off"
          autoCapitalize="characters"
          spellCheck={false}
          maxLength={64}
          readOnly={busy || isApplying}
          onFocus={rules.warm}
          onInput={codeTyped}
          onKeyDown={onKeyDown}
        />
        <span className={styles.apply}>
          <Button look="secondary" aria-disabled={busy || isApplying || undefined} onClick={apply}>
            {t(isApplying ? 'order.code.wait' : 'order.code.apply')}
          </Button>
        </span>
      </div>
      <div role="status">
        {discount ? (
          <Notice tone="good" shape="tag">
            <p>
              {t.nodes('order.code.applied', {
                code: <bdi className={styles.name}>{discount.code}</bdi>,
                percent: appliedBy(state, method)?.percent_text,
              })}
            </p>
            <button type="button" className={styles.remove} onClick={removeCode}>
              {t('order.code.remove')}
            </button>
          </Notice>
        ) : null}
      </div>
    </div>
  );
}
