import './stand-ins';
import { renderToString } from 'react-dom/server.browser';
import { type Catalog, type Words, words } from '../i18n/words';
import Buy from '../pages/buy';
import Document from '../pages/document';
import Home from '../pages/home';
import NotFound from '../pages/not-found';
import PaymentFailed from '../pages/payment-failed';
import PaymentSuccess from '../pages/payment-success';
import type { Language, Page } from '../rules/wire';
import { type Shop, ShopContext } from '../state/shop';
import { App } from './App';
import { type PageComponent, type PageName, pageName } from './page-name';

const components: Record<PageName, PageComponent> = {
  home: Home,
  buy: Buy,
  payment_success: PaymentSuccess,
  payment_failed: PaymentFailed,
  document: Document,
  not_found: NotFound,
};

const catalogs = import.meta.glob<Catalog>('../i18n/*/shop.json', { import: 'default', eager: true });

/** No rule is ever asked while rendering: forms are handled in the browser. */
const noRules = {
  warm: () => undefined,
  checkEmail: () => Promise.resolve(undefined),
  emailPrefill: () => Promise.resolve(undefined),
  isCheckoutAddress: () => Promise.resolve(false),
  ready: () => Promise.resolve(false),
  explain: () => undefined,
};

declare global {
  /** Called by the server for each page: the page as JSON in, the inside of `#root` out. */
  var onefareRender: (pageJson: string) => string;
}

const spoken = new Map<Language, Words>();

function wordsOf({ language, direction }: Page): Words {
  let found = spoken.get(language);
  if (!found) {
    found = words(catalogs[`../i18n/${language}/shop.json`] ?? {}, direction);
    spoken.set(language, found);
  }
  return found;
}

/** Shared parts that were drawn before. Addresses are many: beyond this number the oldest is drawn again. */
const MOST_KEPT = 500;
const kept = new Map<string, string>();

/** Keeps the parts of one page for all that have the same language, brand, path and theme. The brand goes by page. */
function keeperOf(shop: Shop): NonNullable<Shop['keep']> {
  const { language, prefix, path, theme, content } = shop.page;
  const place = JSON.stringify([content?.page, language, prefix, path, theme]);
  return (part, children) => {
    const key = `${part} ${place}`;
    let html = kept.get(key);
    if (html === undefined) {
      html = renderToString(<ShopContext value={shop}>{children}</ShopContext>);
      if (kept.size >= MOST_KEPT) kept.delete(kept.keys().next().value ?? '');
      kept.set(key, html);
    }
    return html;
  };
}

globalThis.onefareRender = (pageJson) => {
  const page = JSON.parse(pageJson) as Page;
  const shop = { page, t: wordsOf(page), rules: noRules };
  return renderToString(<App shop={{ ...shop, keep: keeperOf(shop) }} Page={components[pageName(page)]} />);
};
