import { DocumentText } from '../features/documents/DocumentText';
import { Shell } from '../features/shell/Shell';

/** `/privacy-policy`. */
export default function PrivacyPolicy() {
  return (
    <Shell>
      <DocumentText document="privacy-policy" />
    </Shell>
  );
}
