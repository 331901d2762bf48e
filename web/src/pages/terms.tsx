import { DocumentText } from '../features/documents/DocumentText';
import { Shell } from '../features/shell/Shell';

/** `/terms`. */
export default function Terms() {
  return (
    <Shell>
      <DocumentText document="terms" />
    </Shell>
  );
}
