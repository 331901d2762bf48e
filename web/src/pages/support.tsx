import { DocumentText } from '../features/documents/DocumentText';
import { Shell } from '../features/shell/Shell';

/** `/support`. */
export default function Support() {
  return (
    <Shell>
      <DocumentText document="support" />
    </Shell>
  );
}
