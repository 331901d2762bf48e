import { Shell } from '../features/shell/Shell';
import { LinkConfirm } from '../features/sign-in/LinkConfirm';

/** `/panel/link`: where a mailed sign-in link leads. */
export default function PanelLink() {
  return (
    <Shell>
      <LinkConfirm />
    </Shell>
  );
}
