import { usePageContext } from '../../state/page-context';
import { Checking } from './Checking';
import { dealOffer } from './deal-pages';
import { FailedView } from './FailedView';
import { HeldView } from './HeldView';
import { Help } from './Help';
import { ResultError } from './ResultError';
import { RetryLinks } from './RetryLinks';
import { TransactionDetails } from './TransactionDetails';
import { UnpaidView } from './UnpaidView';
import { useDealSettling } from './useDealSettling';

/** An iDEAL payment that was abandoned or declined. It claims nothing before the server has answered. */
export function DealCancelView() {
  const { prefixes } = usePageContext().page;
  const { settling, heard, retry } = useDealSettling('callback-cancel-mollie');
  const deals = dealOffer(prefixes);
  const actions = <RetryLinks retry={deals} home={deals} />;

  if (settling.phase === 'failed') {
    return (
      <FailedView actions={actions} help={<Help order={settling.known.orderId} />}>
        <TransactionDetails failed={settling.known} />
      </FailedView>
    );
  }
  if (settling.phase === 'held') return <HeldView order={settling.order} />;
  // The last known status still holds when a later call fails.
  if (heard === 'pending') return <UnpaidView actions={actions} />;
  if (settling.phase === 'error') return <ResultError code={settling.problem.code} onRetry={retry} />;
  return <Checking />;
}
