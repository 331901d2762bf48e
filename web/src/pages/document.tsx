import { DocumentText } from '../features/documents/DocumentText';
import { Shell } from '../features/shell/Shell';
import type { DocumentPage } from '../rules/wire';

/** `/terms`, `/privacy-policy`, `/support` and `/panel`. */
export default function Document({ content }: { content: DocumentPage }) {
  return (
    <Shell>
      <DocumentText document={content.document} />
    </Shell>
  );
}
