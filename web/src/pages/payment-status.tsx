import { DealResultView } from '../features/payment-result/DealResultView';
import { Shell } from '../features/shell/Shell';

/** `/payment-status`: a return address of a payment by iDEAL. */
export default function PaymentStatus() {
  return (
    <Shell>
      <DealResultView />
    </Shell>
  );
}
