import { useShop } from '../../state/shop';
import { RetryLinks } from './RetryLinks';
import { useRetryPath } from './useRetryPath';

/** The way back to the page that sold the plan of this payment, in a new tab, and the way home. */
export function RetryActions() {
  const { prefixes } = useShop().page;
  return <RetryLinks retry={useRetryPath()} home={`${prefixes.vpn}/`} newTab />;
}
