import { createContext, type ReactNode, useContext } from 'react';
import type { Words } from '../i18n/words';
import type { Rules } from '../rules/door';
import type { Page } from '../rules/wire';

/** What every component may need: the page, its words and the rules. Made once per page load, before hydration. */
export interface Shop {
  page: Page;
  t: Words;
  rules: Rules;
  /** Draws a part that many pages share, or answers what it drew from the same facts. Only the server keeps them: see `Kept`. */
  keep?: (part: string, facts: string, content: ReactNode) => string;
}

/** Filled by the entry; reading it outside of one is a programming error. */
export const ShopContext = createContext<Shop | undefined>(undefined);

/** The shop this component is part of. */
export function useShop(): Shop {
  const shop = useContext(ShopContext);
  if (!shop) throw new Error('useShop needs a ShopContext around it');
  return shop;
}
