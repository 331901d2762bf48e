import './polyfills';
import { renderToString } from 'react-dom/server.browser';
import { type Catalog, type Words, words } from '../i18n/words';
import type { Page } from '../rules/wire';
import { PageContext, type PageContextValue } from '../state/page-context';
import { symbols } from '../ui/sprite';
import { App } from './App';
import { catalogFile, type PageModule, pageFile } from './pages';

const pages = import.meta.glob<PageModule>('../pages/*.tsx', { eager: true });
const catalogs = import.meta.glob<Partial<Catalog>>('../i18n/*/*.json', { import: 'default', eager: true });

/** Rendering never calls a rule: forms are handled in the browser. */
const noRules = {
  warm: () => undefined,
  checkEmail: () => Promise.resolve(undefined),
  checkEmailConfirmation: () => Promise.resolve(undefined),
  checkEmailCorrection: () => Promise.resolve(undefined),
  emailPrefill: () => Promise.resolve(undefined),
  trialMail: () => Promise.resolve(undefined),
  isCheckoutAddress: () => Promise.resolve(false),
  deviceSystem: () => Promise.resolve(undefined),
  checkOnboarding: () => Promise.resolve(undefined),
  codeAfter: (boxes: string) => boxes,
  ready: () => Promise.resolve(false),
  countdown: () => undefined,
  figures: () => undefined,
  explain: () => undefined,
  findBundles: () => Promise.resolve(undefined),
  checkCode: () => Promise.resolve(undefined),
  priceText: () => undefined,
  percentOff: () => undefined,
  checkHeld: () => Promise.resolve(undefined),
};

declare global {
  /** Called by the server for each page: the page as JSON in, the inside of `#root` out. */
  var onefareRender: (pageJson: string) => string;
}

const spoken = new Map<string, Words>();

function wordsOf({ language, direction, catalogs: names }: Page): Words {
  const key = `${language} ${names}`;
  let found = spoken.get(key);
  if (!found) {
    const texts = names.map((name) => catalogs[catalogFile(language, name)]);
    found = words(Object.assign({}, ...texts), direction);
    spoken.set(key, found);
  }
  return found;
}

/** Rendered shared parts. There are many addresses: beyond this number the oldest part is dropped. */
const MOST_KEPT = 500;
const kept = new Map<string, { facts: string; html: string }>();

/**
 * Caches a page's parts for all visitors with the same language, brand, path and theme. The page determines the brand.
 */
function keeperOf(context: PageContextValue): NonNullable<PageContextValue['keep']> {
  const { language, prefixes, path, theme, content } = context.page;
  const place = JSON.stringify([content.page, language, prefixes, path, theme]);
  return (part, facts, children) => {
    const key = `${part} ${place}`;
    const known = kept.get(key);
    if (known?.facts === facts) return known.html;
    const html = renderToString(<PageContext value={context}>{children}</PageContext>);
    if (!known && kept.size >= MOST_KEPT) kept.delete(kept.keys().next().value ?? '');
    kept.set(key, { facts, html });
    return html;
  };
}

globalThis.onefareRender = (pageJson) => {
  const page = JSON.parse(pageJson) as Page;
  const module = pages[pageFile(page.content.page)];
  if (!module) throw new Error(`There is no file for the page ${page.content.page}`);
  const context = { page, t: wordsOf(page), rules: noRules, shapes: symbols };
  return renderToString(<App context={{ ...context, keep: keeperOf(context) }} Page={module.default} />);
};
