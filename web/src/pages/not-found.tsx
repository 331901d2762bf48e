import { NotFound as View } from '../features/not-found/NotFound';
import { Shell } from '../features/shell/Shell';
import type { NotFoundPage } from '../rules/wire';

/** Any address without a page. */
export default function NotFound({ content }: { content: NotFoundPage }) {
  return (
    <Shell>
      <View path={content.path} />
    </Shell>
  );
}
