import { EsimResultView } from '../features/payment-result/EsimResultView';
import { Shell } from '../features/shell/Shell';
import type { EsimResultPage } from '../rules/wire';

/** `/esim/callback-failed`: a data payment that was abandoned or declined. */
export default function EsimCallbackFailed({ content }: { content: EsimResultPage }) {
  return (
    <Shell>
      <EsimResultView left guides={content.guides} />
    </Shell>
  );
}
