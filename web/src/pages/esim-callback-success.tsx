import { EsimResultView } from '../features/payment-result/EsimResultView';
import { Shell } from '../features/shell/Shell';
import type { EsimResultPage } from '../rules/wire';

/** `/esim/callback-success`: the return page for data payments. */
export default function EsimCallbackSuccess({ content }: { content: EsimResultPage }) {
  return (
    <Shell>
      <EsimResultView guides={content.guides} />
    </Shell>
  );
}
