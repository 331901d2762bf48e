import '../styles/tokens.css';
import '../styles/fonts.css';
import '../styles/base.css';
import { createRoot, hydrateRoot } from 'react-dom/client';
import { type Catalog, words } from '../i18n/words';
import { rules } from '../rules/door';
import type { Page } from '../rules/wire';
import { App } from './App';
import { pageName } from './page-name';
import { pages } from './pages';

/** A language is added by adding its file. */
const catalogs = import.meta.glob<Catalog>('../i18n/*/shop.json', { import: 'default' });

async function start(): Promise<void> {
  const root = document.getElementById('root');
  const data = document.getElementById('page')?.textContent;
  if (!root || !data) throw new Error('The document holds no page');
  const page = JSON.parse(data) as Page;
  const loadCatalog = catalogs[`../i18n/${page.language}/shop.json`];
  // Both chunks are there before hydration starts, so that the tree never waits for a part of itself.
  const [chunk, catalog] = await Promise.all([pages[pageName(page)](), loadCatalog?.() ?? {}]);
  const app = <App shop={{ page, t: words(catalog, page.direction), rules }} Page={chunk.default} />;
  // An empty root means that the server could not draw the page: then the browser does.
  if (!root.firstElementChild) createRoot(root).render(app);
  else hydrateRoot(root, app, { onRecoverableError: (error) => console.error(error) });
}

start().catch((failure: unknown) => console.error(failure));
