import { useEffect } from 'react';
import { takeSessionId } from '../../browser/address';
import { useShop } from '../../state/shop';
import { FailedView } from './FailedView';
import { RefundedView } from './RefundedView';
import { UnpaidView } from './UnpaidView';
import { useSettling } from './useSettling';

/** Enough for a payment made a moment before the buyer came back, or meanwhile in another tab: about a minute. */
const QUESTIONS = 8;

/**
 * The page of a payment that was left or declined. Still open is not failed, nor is what was paid and went back; and a
 * payment that turns out to be made goes on to the success page, so that nobody pays twice.
 */
export function NotPaidView() {
  const { page } = useShop();
  const { settling, heard } = useSettling(QUESTIONS);

  useEffect(() => {
    const session_id = heard === 'paid' ? takeSessionId() : undefined;
    if (session_id) window.location.replace(`${page.prefix}/payment-success?${new URLSearchParams({ session_id })}`);
  }, [heard, page.prefix]);

  if (settling.phase === 'refunded') return <RefundedView returned={settling.returned} />;
  return heard === 'pending' ? <UnpaidView /> : <FailedView />;
}
