import { SuccessView } from '../features/payment-result/SuccessView';
import { Shell } from '../features/shell/Shell';

/** `/payment-success`: where the payment provider sends a buyer back to. */
export default function PaymentSuccess() {
  return (
    <Shell>
      <SuccessView />
    </Shell>
  );
}
