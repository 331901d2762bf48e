import { DealStatusView } from '../features/payment-result/DealStatusView';
import { Shell } from '../features/shell/Shell';

/** `/payment-status`: where iDEAL leads back to; it leaves for the page of the outcome. */
export default function PaymentStatus() {
  return (
    <Shell>
      <DealStatusView />
    </Shell>
  );
}
