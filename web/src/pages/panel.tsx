import { DocumentText } from '../features/documents/DocumentText';
import { Shell } from '../features/shell/Shell';

/** `/panel`. */
export default function Panel() {
  return (
    <Shell>
      <DocumentText document="panel" />
    </Shell>
  );
}
