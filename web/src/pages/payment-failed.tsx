import { NotPaidView } from '../features/payment-result/NotPaidView';
import { Shell } from '../features/shell/Shell';

/** `/payment-failed`: the page of a cancelled or declined payment. */
export default function PaymentFailed() {
  return (
    <Shell>
      <NotPaidView />
    </Shell>
  );
}
