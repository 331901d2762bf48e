import { DealSuccessView } from '../features/payment-result/DealSuccessView';
import { Shell } from '../features/shell/Shell';

/** `/callback-success-mollie`: what was bought by iDEAL. */
export default function CallbackSuccessMollie() {
  return (
    <Shell>
      <DealSuccessView />
    </Shell>
  );
}
