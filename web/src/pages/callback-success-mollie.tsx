import { DealSuccessView } from '../features/payment-result/DealSuccessView';
import { Shell } from '../features/shell/Shell';

/** `/callback-success-mollie`: the page of a purchase by iDEAL. */
export default function CallbackSuccessMollie() {
  return (
    <Shell>
      <DealSuccessView />
    </Shell>
  );
}
