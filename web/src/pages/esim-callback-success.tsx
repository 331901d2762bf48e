import { EsimResultView } from '../features/payment-result/EsimResultView';
import { Shell } from '../features/shell/Shell';

/** `/esim/callback-success`: where payers for data return to. */
export default function EsimCallbackSuccess() {
  return (
    <Shell>
      <EsimResultView />
    </Shell>
  );
}
