import { usePageContext } from '../../state/page-context';
import { RetryLinks } from './RetryLinks';
import { useRetryPath } from './useRetryPath';

/** The way back to the page that sold the plan of this payment, in a new tab, and the way home. */
export function RetryActions() {
  const { prefixes } = usePageContext().page;
  return <RetryLinks retry={useRetryPath()} home={`${prefixes.vpn}/`} newTab />;
}
