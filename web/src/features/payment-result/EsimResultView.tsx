import type { SystemGuide } from '../../rules/wire';
import { A_MINUTE_OF_QUESTIONS } from './ask-until-settled';
import { EsimOutcome } from './EsimOutcome';
import { EsimReceipt } from './EsimReceipt';
import { HeldView } from './HeldView';
import { Processing } from './Processing';
import { RefundedView } from './RefundedView';
import { ResultError } from './ResultError';
import { useEsimSettling } from './useEsimSettling';

/**
 * The outcome of a data payment. It claims nothing before the server has confirmed it. `left` is the page of a payment
 * that the buyer cancelled: there an open payment counts as not paid yet.
 */
export function EsimResultView({ left = false, guides }: { left?: boolean; guides: readonly SystemGuide[] }) {
  const { settling, heard, known, retry } = useEsimSettling(left ? A_MINUTE_OF_QUESTIONS : undefined);
  switch (settling.phase) {
    case 'paid':
      return known ? <EsimReceipt known={known} guides={guides} /> : <Processing slow={false} />;
    case 'failed':
      return <EsimOutcome failed known={known} />;
    case 'refunded':
      return <RefundedView returned={settling.returned} />;
    case 'held':
      return <HeldView order={settling.order} />;
    case 'error':
      // The last known status still holds when a later call fails.
      if (left && heard === 'pending') return <EsimOutcome known={known} />;
      return <ResultError code={settling.problem.code} onRetry={retry} />;
    default:
      return left && heard === 'pending' ? <EsimOutcome known={known} /> : <Processing slow={settling.slow} />;
  }
}
