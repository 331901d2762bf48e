import { Soon } from '../features/documents/Soon';
import { Shell } from '../features/shell/Shell';

/** `/trial`, until it has its page. */
export default function TrialSoon() {
  return (
    <Shell>
      <Soon />
    </Shell>
  );
}
