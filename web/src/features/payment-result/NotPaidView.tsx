import { useEffect } from 'react';
import { takeSessionId } from '../../browser/address';
import { usePageContext } from '../../state/page-context';
import { A_MINUTE_OF_QUESTIONS } from './ask-until-settled';
import { Checking } from './Checking';
import { FailedView } from './FailedView';
import { HeldView } from './HeldView';
import { RefundedView } from './RefundedView';
import { ResultError } from './ResultError';
import { RetryActions } from './RetryActions';
import { UnpaidView } from './UnpaidView';
import { useSettling } from './useSettling';

/**
 * The page of a payment that was abandoned or declined. It claims nothing before the server has answered: the payment
 * may still be open, or refunded; a paid one redirects to the success page, so that no buyer pays twice.
 */
export function NotPaidView() {
  const { page } = usePageContext();
  const { settling, heard, retry } = useSettling(A_MINUTE_OF_QUESTIONS);

  useEffect(() => {
    const session_id = heard === 'paid' ? takeSessionId() : undefined;
    if (session_id)
      window.location.replace(`${page.prefixes.vpn}/payment-success?${new URLSearchParams({ session_id })}`);
  }, [heard, page.prefixes.vpn]);

  if (settling.phase === 'refunded') return <RefundedView returned={settling.returned} />;
  if (settling.phase === 'held') return <HeldView order={settling.order} />;
  if (settling.phase === 'failed') return <FailedView actions={<RetryActions />} />;
  // The last known status still holds when a later call fails.
  if (heard === 'pending') return <UnpaidView actions={<RetryActions />} />;
  if (settling.phase === 'error') return <ResultError code={settling.problem.code} onRetry={retry} />;
  return <Checking />;
}
