import { useState } from 'react';
import { type StoreApi, useStore } from 'zustand';
import { changeEmail } from '../../api/orders';
import { keepEmail, namedPayment } from '../../browser/address';
import { store, stored } from '../../browser/storage';
import { usePageContext } from '../../state/page-context';
import { type Correcting, createCorrecting } from './correcting';

/**
 * The form that corrects the address of this page's order. This browser's stored copies of the old address are updated
 * too.
 */
export function useCorrecting(email: string): StoreApi<Correcting> {
  const { rules } = usePageContext();
  const [correcting] = useState(() =>
    createCorrecting(email, {
      check: rules.checkEmailCorrection,
      payment: namedPayment,
      send: async (body) => {
        const answer = await changeEmail(body);
        if (answer.kind === 'ok') {
          keepEmail(answer.value.email);
          if (stored('paymentEmail')) store('paymentEmail', answer.value.email);
        }
        return answer;
      },
    }),
  );
  return correcting;
}

/** The address corrected here, if any. */
export function useCorrectedEmail(correcting: StoreApi<Correcting>): string | undefined {
  return useStore(correcting, ({ done, email }) => (done ? email : undefined));
}
