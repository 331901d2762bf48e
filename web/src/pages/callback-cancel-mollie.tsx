import { DealResultView } from '../features/payment-result/DealResultView';
import { Shell } from '../features/shell/Shell';

/** `/callback-cancel-mollie`: a return address of a payment by iDEAL. */
export default function CallbackCancelMollie() {
  return (
    <Shell>
      <DealResultView />
    </Shell>
  );
}
