import { type Shop, ShopContext } from '../state/shop';
import type { PageComponent } from './pages';

/** One page with everything it needs around it: the same tree in the server and in the browser. */
export function App({ shop, Page }: { shop: Shop; Page: PageComponent }) {
  return (
    <ShopContext value={shop}>
      <Page content={shop.page.content} />
    </ShopContext>
  );
}
