import type { RefObject } from 'react';
import { type StoreApi, useStore } from 'zustand';
import { problemText } from '../../i18n/words';
import { type EsimCheckout, isBusy } from '../../state/esim-checkout';
import { usePageContext } from '../../state/page-context';
import { EmailField } from '../../ui/EmailField';

interface ContactProps {
  order: StoreApi<EsimCheckout>;
  field: RefObject<HTMLInputElement | null>;
}

/** The address that receives the eSIM. */
export function Contact({ order, field }: ContactProps) {
  const { rules, t } = usePageContext();
  const problem = useStore(order, (state) => state.emailProblem);
  const busy = useStore(order, isBusy);
  return (
    <EmailField
      ref={field}
      label={t('order.email')}
      hint={t('order.email.hint')}
      error={problem === undefined ? undefined : problemText(t, problem)}
      required
      readOnly={busy}
      onFocus={rules.warm}
      onInput={order.getState().typed}
    />
  );
}
