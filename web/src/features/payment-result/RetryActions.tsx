import { usePageContext } from '../../state/page-context';
import { RetryLinks } from './RetryLinks';
import { useRetryPath } from './useRetryPath';

/** The link back to the page that sold this payment's plan, in a new tab, and the link home. */
export function RetryActions() {
  const { prefixes } = usePageContext().page;
  return <RetryLinks retry={useRetryPath()} home={`${prefixes.vpn}/`} newTab />;
}
