import { SuccessView } from '../features/payment-result/SuccessView';
import { Shell } from '../features/shell/Shell';

/** `/payment-success`: the buyer's return page from the payment provider. */
export default function PaymentSuccess() {
  return (
    <Shell>
      <SuccessView />
    </Shell>
  );
}
