import { HeldView } from './HeldView';
import { Processing } from './Processing';
import { ResultError } from './ResultError';
import { useDealSettling } from './useDealSettling';

/**
 * Waits until the payment is settled, then opens the page of its outcome. A late payment is never reported as failed.
 */
export function DealStatusView() {
  const { settling, retry } = useDealSettling('payment-status');
  if (settling.phase === 'held') return <HeldView order={settling.order} />;
  if (settling.phase === 'error') return <ResultError code={settling.problem.code} onRetry={retry} />;
  return <Processing slow={settling.phase === 'processing' && settling.slow} />;
}
