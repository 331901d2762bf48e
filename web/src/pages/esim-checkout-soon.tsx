import { Soon } from '../features/documents/Soon';
import { Shell } from '../features/shell/Shell';

/** `/esim/checkout/{id}`, until it has its page. */
export default function EsimCheckoutSoon() {
  return (
    <Shell>
      <Soon />
    </Shell>
  );
}
