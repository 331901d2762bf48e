import { Soon } from '../features/documents/Soon';
import { Shell } from '../features/shell/Shell';

/** `/affiliate-vpn-deals`, until it has its page. */
export default function DealSoon() {
  return (
    <Shell>
      <Soon />
    </Shell>
  );
}
