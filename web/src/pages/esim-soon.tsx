import { Soon } from '../features/documents/Soon';
import { Shell } from '../features/shell/Shell';

/** `/esim`, until it has its page. */
export default function EsimSoon() {
  return (
    <Shell>
      <Soon />
    </Shell>
  );
}
