import { Unavailable as View } from '../features/not-found/Unavailable';
import { Shell } from '../features/shell/Shell';

/** Any page with prices while they cannot be computed. */
export default function Unavailable() {
  return (
    <Shell>
      <View />
    </Shell>
  );
}
