import type { ComponentType } from 'react';
import type { Content } from '../rules/wire';

/** Names of the pages, as the server writes them into `content.page`. */
export type PageName = Content['page'];
/** A page is drawn from its content; everything else it finds in the shop around it. */
// biome-ignore lint/suspicious/noExplicitAny: the server pairs name and content, which a map of components cannot say.
export type PageComponent = ComponentType<{ content: any }>;

const NAMES: readonly PageName[] = ['home', 'buy', 'payment_success', 'payment_failed', 'document', 'not_found'];

/** The page to draw: the named one, or by its path when the server could not make its content. */
export function pageName(page: { path: string; content?: { page?: string } }): PageName {
  return NAMES.find((name) => name === page.content?.page) ?? (page.path === '/buy' ? 'buy' : 'not_found');
}
