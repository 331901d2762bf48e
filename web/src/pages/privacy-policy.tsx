import { PRIVACY } from '../features/documents/documents';
import { LongDocument } from '../features/documents/LongDocument';
import { ClosedShutters } from '../features/documents/pictures';
import { Shell } from '../features/shell/Shell';

/** `/privacy-policy`. */
export default function PrivacyPolicy() {
  return (
    <Shell>
      <LongDocument text={PRIVACY} picture={<ClosedShutters />} />
    </Shell>
  );
}
