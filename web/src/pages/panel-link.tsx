import { Shell } from '../features/shell/Shell';
import { LinkConfirm } from '../features/sign-in/LinkConfirm';

/** `/panel/link`: the target of a mailed sign-in link. */
export default function PanelLink() {
  return (
    <Shell>
      <LinkConfirm />
    </Shell>
  );
}
