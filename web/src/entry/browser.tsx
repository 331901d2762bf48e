import '../styles/tokens.css';
import '../styles/fonts.css';
import '../styles/base.css';
import { startTransition } from 'react';
import { createRoot, type HydrationOptions, hydrateRoot, type Root } from 'react-dom/client';
import { keepAffiliateReference } from '../browser/affiliate';
import { allowForeignChanges } from '../browser/foreign-changes';
import { reportRecovery } from '../browser/recovery';
import { type Catalog, words } from '../i18n/words';
import { rules } from '../rules/client';
import type { Page, Recovery } from '../rules/wire';
import { App } from './App';
import { catalogFile, type PageModule, pageFile } from './pages';

// Adding a page or a language takes only its files; the browser loads those of the current page alone.
const pages = import.meta.glob<PageModule>('../pages/*.tsx');
const catalogs = import.meta.glob<Partial<Catalog>>('../i18n/*/*.json', { import: 'default' });

/** Icons are in the HTML of the server, unless the browser had to render the page. */
function shapes(sprite: SVGSVGElement | null): void {
  if (sprite && !sprite.firstChild) void import('../ui/sprite').then(({ draw }) => draw(sprite));
}

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
  const app = <App context={{ page, t, rules, shapes }} Page={chunk.default} />;
  allowForeignChanges(root);
  const rendered = root.cloneNode(true).childNodes;
  let tree: Root | undefined;
  let state: 'alive' | 'redrawn' | 'restored' = 'alive';
  let isRecovering = false;
  const report = (how: Recovery, error: unknown) => {
    console.error(error);
    reportRecovery(how);
  };
  /** React has removed the page after an error: the page renders anew, and after a second error it is the server's. */
  const onUncaughtError = (error: unknown) => {
    // One failed change may throw several errors.
    if (isRecovering || state === 'restored') return;
    isRecovering = true;
    state = state === 'alive' ? 'redrawn' : 'restored';
    report(state, error);
    // React first ends the change that failed.
    setTimeout(() => {
      isRecovering = false;
      root.replaceChildren(...(state === 'restored' ? rendered : []));
      if (state === 'redrawn') tree?.render(app);
    });
  };
  const options: HydrationOptions = { onUncaughtError, onRecoverableError: (error) => report('repaired', error) };
  // An empty root means that the server could not render the page: the browser renders it then.
  if (!root.firstElementChild) {
    tree = createRoot(root, options);
    tree.render(app);
    return;
  }
  // React hydrates a transition in steps of a few milliseconds and handles input between them. Without the transition a
  // page with two hundred cards blocks a phone for a fifth of a second.
  startTransition(() => {
    tree = hydrateRoot(root, app, options);
  });
}

start().catch((failure: unknown) => console.error(failure));
