import { EsimResultView } from '../features/payment-result/EsimResultView';
import { Shell } from '../features/shell/Shell';

/** `/esim/callback-failed`: a payment for data that was left or declined. */
export default function EsimCallbackFailed() {
  return (
    <Shell>
      <EsimResultView left />
    </Shell>
  );
}
