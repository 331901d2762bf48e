import { createContext, type ReactNode, useContext } from 'react';
import type { Words } from '../i18n/words';
import type { Rules } from '../rules/client';
import type { Page } from '../rules/wire';

/** What every component may need: the page, its words and the rules. Made once per page load, before hydration. */
export interface PageContextValue {
  page: Page;
  t: Words;
  rules: Rules;
  /** Draws a part that many pages share, or answers what it drew from the same facts. Only the server keeps them: see `Kept`. */
  keep?: (part: string, facts: string, content: ReactNode) => string;
}

/** Filled by the entry; reading it outside of one is a programming error. */
export const PageContext = createContext<PageContextValue | undefined>(undefined);

/** The context this component is part of. */
export function usePageContext(): PageContextValue {
  const context = useContext(PageContext);
  if (!context) throw new Error('usePageContext needs a PageContext around it');
  return context;
}
