import { FailedView } from './FailedView';
import { Processing } from './Processing';
import { Receipt } from './Receipt';
import { RefundedView } from './RefundedView';
import { ResultError } from './ResultError';
import { useDealSettling } from './useDealSettling';

/** What a payment by iDEAL has come to. It claims nothing before the server has confirmed it. */
export function DealResultView() {
  const { settling, retry } = useDealSettling();
  switch (settling.phase) {
    case 'paid':
      return <Receipt receipt={settling.receipt} />;
    case 'failed':
      return <FailedView />;
    case 'refunded':
      return <RefundedView returned={settling.returned} />;
    case 'error':
      return <ResultError code={settling.problem.code} onRetry={retry} />;
    default:
      return <Processing slow={settling.slow} />;
  }
}
