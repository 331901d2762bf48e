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

globalThis.onefareRender = (pageJson) => {
  const page = JSON.parse(pageJson) as Page;
  const t = wordsOf(page);
  return renderToString(<App shop={{ page, t, rules: noRules }} Page={components[pageName(page)]} />);
};
