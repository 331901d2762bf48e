import { DealCancelView } from '../features/payment-result/DealCancelView';
import { Shell } from '../features/shell/Shell';

/** `/callback-cancel-mollie`: where a payment by iDEAL ends that was not made. */
export default function CallbackCancelMollie() {
  return (
    <Shell>
      <DealCancelView />
    </Shell>
  );
}
