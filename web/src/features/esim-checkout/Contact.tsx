import type { RefObject } from 'react';
import { type StoreApi, useStore } from 'zustand';
import { problemText } from '../../i18n/words';
import { type EsimCheckout, isBusy } from '../../state/esim-checkout';
import { useShop } from '../../state/shop';
import { Field } from '../../ui/Field';

interface ContactProps {
  order: StoreApi<EsimCheckout>;
  field: RefObject<HTMLInputElement | null>;
}

/** Where the eSIM goes. */
export function Contact({ order, field }: ContactProps) {
  const { rules, t } = useShop();
  const problem = useStore(order, (state) => state.emailProblem);
  const busy = useStore(order, isBusy);
  return (
    <Field
      ref={field}
      label={t('order.email')}
      hint={t('order.email.hint')}
      error={problem === undefined ? undefined : problemText(t, problem)}
      type="email"
      name="email"
      dir="ltr"
      inputMode="email"
      autoComplete="email"
      autoCapitalize="none"
      spellCheck={false}
      required
      readOnly={busy}
      onFocus={rules.warm}
      onInput={order.getState().typed}
    />
  );
}
