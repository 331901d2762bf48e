import type { ComponentType } from 'react';
import type { Content } from '../rules/wire';

/** The name of a page: its file in `src/pages`, and the tag the server writes into `content.page`. */
export type PageName = Content['page'];

/** A page renders its content; it gets everything else from its context. */
// biome-ignore lint/suspicious/noExplicitAny: the server pairs name and content, which a map of components cannot say.
export type PageComponent = ComponentType<{ content: any }>;

/** What a page's file exports. */
export interface PageModule {
  default: PageComponent;
}

/** The path of a page's file, as `import.meta.glob` in this folder spells it. */
export function pageFile(name: PageName): string {
  return `../pages/${name}.tsx`;
}

/** The path of a catalog's file, as `import.meta.glob` in this folder spells it. */
export function catalogFile(language: string, catalog: string): string {
  return `../i18n/${language}/${catalog}.json`;
}
