import { Tutorial } from '../features/documents/Tutorial';
import { Shell } from '../features/shell/Shell';

/** `/esim/tutorial`: letters with an eSIM link to it. */
export default function EsimTutorial() {
  return (
    <Shell>
      <Tutorial />
    </Shell>
  );
}
