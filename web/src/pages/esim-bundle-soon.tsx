import { Soon } from '../features/documents/Soon';
import { Shell } from '../features/shell/Shell';

/** `/esim/bundle/{id}`, until it has its page. */
export default function EsimBundleSoon() {
  return (
    <Shell>
      <Soon />
    </Shell>
  );
}
