import { useEffect } from 'react';
import type { VerifyResponse } from '../../rules/wire';
import { usePageContext } from '../../state/page-context';
import { EsimNote } from './EsimNote';
import { HeldView } from './HeldView';
import { Processing } from './Processing';
import { Receipt } from './Receipt';
import { RefundedView } from './RefundedView';
import { ResultError } from './ResultError';
import { useSettling } from './useSettling';

/** Whether the purchase includes an eSIM: every deal does, and nothing else. */
function isDeal({ itemId }: VerifyResponse): boolean {
  return itemId?.startsWith('deal-') ?? false;
}

/** The buyer's return page. It claims nothing before the server has confirmed the payment. */
export function SuccessView() {
  const { page } = usePageContext();
  const { settling, retry } = useSettling();

  useEffect(() => {
    if (settling.phase !== 'failed') return;
    const session = new URLSearchParams({ session_id: settling.sessionId });
    window.location.replace(`${page.prefixes.vpn}/payment-failed?${session}`);
  }, [settling, page.prefixes.vpn]);

  switch (settling.phase) {
    case 'paid':
      return (
        <Receipt receipt={settling.receipt}>
          {isDeal(settling.receipt) ? <EsimNote order={settling.receipt.orderId} /> : null}
        </Receipt>
      );
    case 'refunded':
      return <RefundedView returned={settling.returned} />;
    case 'held':
      return <HeldView order={settling.order} />;
    case 'error':
      return <ResultError code={settling.problem.code} onRetry={retry} />;
    default:
      return <Processing slow={settling.phase === 'processing' && settling.slow} />;
  }
}
