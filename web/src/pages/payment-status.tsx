import { DealStatusView } from '../features/payment-result/DealStatusView';
import { Shell } from '../features/shell/Shell';

/** `/payment-status`: the return page of iDEAL, which redirects to the page of the outcome. */
export default function PaymentStatus() {
  return (
    <Shell>
      <DealStatusView />
    </Shell>
  );
}
