import type { PageComponent, PageName } from './page-name';

/** Page name to its chunk: only the chunk of the page at hand is loaded. */
export const pages: Record<PageName, () => Promise<{ default: PageComponent }>> = {
  home: () => import('../pages/home'),
  buy: () => import('../pages/buy'),
  payment_success: () => import('../pages/payment-success'),
  payment_failed: () => import('../pages/payment-failed'),
  document: () => import('../pages/document'),
  not_found: () => import('../pages/not-found'),
};
