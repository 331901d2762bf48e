import { ESIM_ABOUT } from '../features/documents/documents';
import { LongDocument } from '../features/documents/LongDocument';
import { Lighthouse } from '../features/documents/pictures';
import { Shell } from '../features/shell/Shell';

/** `/esim/about`. */
export default function EsimAbout() {
  return (
    <Shell>
      <LongDocument text={ESIM_ABOUT} picture={<Lighthouse />} />
    </Shell>
  );
}
