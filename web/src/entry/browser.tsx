import '../styles/tokens.css';
import '../styles/fonts.css';
import '../styles/base.css';
import { startTransition } from 'react';
import { createRoot, hydrateRoot } from 'react-dom/client';
import { keepAffiliateReference } from '../browser/affiliate';
import { type Catalog, words } from '../i18n/words';
import { rules } from '../rules/client';
import type { Page } from '../rules/wire';
import { App } from './App';
import { catalogFile, type PageModule, pageFile } from './pages';

// Adding a page or a language takes only its files; the browser loads those of the current page alone.
const pages = import.meta.glob<PageModule>('../pages/*.tsx');
const catalogs = import.meta.glob<Partial<Catalog>>('../i18n/*/*.json', { import: 'default' });

async function start(): Promise<void> {
  // Before anything changes the address.
  keepAffiliateReference(window.location.search);
  const root = document.getElementById('root');
  const data = document.getElementById('page')?.textContent;
  if (!root || !data) throw new Error('The document holds no page');
  const page = JSON.parse(data) as Page;
  const loadPage = pages[pageFile(page.content.page)];
  if (!loadPage) throw new Error(`There is no file for the page ${page.content.page}`);
  const texts = page.catalogs.map((catalog) => catalogs[catalogFile(page.language, catalog)]?.());
  // All chunks are loaded before hydration starts, so that the tree never suspends on a part of itself.
  const [chunk, ...loaded] = await Promise.all([loadPage(), ...texts]);
  const t = words(Object.assign({}, ...loaded), page.direction);
  const app = <App context={{ page, t, rules }} Page={chunk.default} />;
  // An empty root means that the server could not render the page: the browser renders it then.
  if (!root.firstElementChild) createRoot(root).render(app);
  // React hydrates a transition in steps of a few milliseconds and handles input between them. Without the transition a
  // page with two hundred cards blocks a phone for a fifth of a second.
  else startTransition(() => void hydrateRoot(root, app, { onRecoverableError: (error) => console.error(error) }));
}

start().catch((failure: unknown) => console.error(failure));
