import { createContext, type ReactNode, useContext } from 'react';
import type { Words } from '../i18n/words';
import type { Rules } from '../rules/client';
import type { Page } from '../rules/wire';
import type { Shapes } from '../ui/Icon';

/** What every component can use: the page, its texts and the rules. Created once per page load, before hydration. */
export interface PageContextValue {
  page: Page;
  t: Words;
  rules: Rules;
  /** What the sprite of the icons is made of. */
  shapes: Shapes;
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
