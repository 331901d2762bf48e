import { DealResultView } from '../features/payment-result/DealResultView';
import { Shell } from '../features/shell/Shell';

/** `/callback-success-mollie`: a return address of a payment by iDEAL. */
export default function CallbackSuccessMollie() {
  return (
    <Shell>
      <DealResultView />
    </Shell>
  );
}
