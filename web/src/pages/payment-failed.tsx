import { FailedView } from '../features/payment-result/FailedView';
import { Shell } from '../features/shell/Shell';

/** `/payment-failed`: where a cancelled or declined payment ends. */
export default function PaymentFailed() {
  return (
    <Shell>
      <FailedView />
    </Shell>
  );
}
