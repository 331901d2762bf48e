import { NotPaidView } from '../features/payment-result/NotPaidView';
import { Shell } from '../features/shell/Shell';

/** `/payment-failed`: where a cancelled or declined payment ends. */
export default function PaymentFailed() {
  return (
    <Shell>
      <NotPaidView />
    </Shell>
  );
}
