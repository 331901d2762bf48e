import { usePageContext } from '../../state/page-context';
import { EsimNote } from './EsimNote';
import { HeldView } from './HeldView';
import { Processing } from './Processing';
import { Receipt } from './Receipt';
import { RefundedView } from './RefundedView';
import { ResultError } from './ResultError';
import { useDealSettling } from './useDealSettling';
import { useShownEmail } from './useShownEmail';

/** A purchase by iDEAL. It claims nothing before the server has confirmed it. */
export function DealSuccessView() {
  const { t } = usePageContext();
  const { settling, retry } = useDealSettling('callback-success-mollie');
  const email = useShownEmail();
  switch (settling.phase) {
    case 'paid':
      return (
        <Receipt receipt={settling.receipt} shown={email}>
          <EsimNote order={settling.receipt.orderId} />
        </Receipt>
      );
    case 'refunded':
      return <RefundedView returned={settling.returned} />;
    case 'held':
      return <HeldView order={settling.order} />;
    case 'error':
      return <ResultError code={settling.problem.code} onRetry={retry} />;
    default:
      return <Processing slow={settling.phase === 'processing' && settling.slow} text={t('deal.confirming')} />;
  }
}
