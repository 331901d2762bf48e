import { ESIM_PRIVACY } from '../features/documents/documents';
import { LongDocument } from '../features/documents/LongDocument';
import { ClosedShutters } from '../features/documents/pictures';
import { Shell } from '../features/shell/Shell';

/** `/esim/privacy`. */
export default function EsimPrivacy() {
  return (
    <Shell>
      <LongDocument text={ESIM_PRIVACY} picture={<ClosedShutters />} />
    </Shell>
  );
}
