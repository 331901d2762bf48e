import { createContext, type ReactNode, useContext } from 'react';
import type { Words } from '../i18n/words';
import type { Rules } from '../rules/client';
import type { Page } from '../rules/wire';

/** What every component can use: the page, its texts and the rules. Created once per page load, before hydration. */
export interface PageContextValue {
  page: Page;
  t: Words;
  rules: Rules;
  /** The HTML of the icons' sprite on the server; in the browser a reference that draws into a sprite without any. */
  shapes: string | ((sprite: SVGSVGElement | null) => void);
  /**
   * Renders a part that many pages share, or returns its cached HTML for the same facts. Only the server caches them:
   * see `Kept`.
   */
  keep?: (part: string, facts: string, content: ReactNode) => string;
}

/** Provided by the entry; reading it elsewhere is a programming error. */
export const PageContext = createContext<PageContextValue | undefined>(undefined);

/** The context of this component. */
export function usePageContext(): PageContextValue {
  const context = useContext(PageContext);
  if (!context) throw new Error('usePageContext needs a PageContext around it');
  return context;
}
