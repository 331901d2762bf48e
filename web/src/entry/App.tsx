import { PageContext, type PageContextValue } from '../state/page-context';
import type { PageComponent } from './pages';

/** One page with everything around it: the same tree on the server and in the browser. */
export function App({ context, Page }: { context: PageContextValue; Page: PageComponent }) {
  return (
    <PageContext value={context}>
      <Page content={context.page.content} />
    </PageContext>
  );
}
