import { DealCancelView } from '../features/payment-result/DealCancelView';
import { Shell } from '../features/shell/Shell';

/** `/callback-cancel-mollie`: the page of an iDEAL payment that was not made. */
export default function CallbackCancelMollie() {
  return (
    <Shell>
      <DealCancelView />
    </Shell>
  );
}
