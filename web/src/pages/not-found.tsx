import { WaysHome } from '../features/landing/WaysHome';
import { Shell } from '../features/shell/Shell';
import type { NotFoundPage } from '../rules/wire';

/** Any other address. */
export default function NotFound({ content }: { content: NotFoundPage }) {
  return (
    <Shell>
      <WaysHome path={content.path} />
    </Shell>
  );
}
