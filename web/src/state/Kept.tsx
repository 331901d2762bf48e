import type { ComponentPropsWithoutRef, ReactNode } from 'react';
import { usePageContext } from './page-context';

type Elements = 'div' | 'footer';

type KeptProps<E extends Elements> = Omit<ComponentPropsWithoutRef<E>, 'dangerouslySetInnerHTML'> & {
  /** The element around the part, which every page renders itself. */
  as: E;
  /** The name of the part, unique among all. */
  part: string;
  /** Other data that the part shows: it is rendered again when they change, and only the latest is cached. */
  facts?: () => string;
  children: ReactNode;
};

/**
 * A part that depends only on the page's language, brand, path and theme, and its `facts`. The server renders it once
 * for each combination and caches its HTML; the browser hydrates it like everything else. Its content must not call
 * `useId`, whose result depends on the surroundings.
 */
export function Kept<E extends Elements>({ as, part, facts, children, ...rest }: KeptProps<E>) {
  const { keep } = usePageContext();
  // Both are rendered from the same few tag names, but TypeScript cannot follow a tag that is a parameter.
  const Tag = as as 'div';
  if (!keep) return <Tag {...rest}>{children}</Tag>;
  const html = keep(part, facts?.() ?? '', children);
  // biome-ignore lint/security/noDangerouslySetInnerHtml: React itself wrote it, on an earlier page
  return <Tag {...rest} dangerouslySetInnerHTML={{ __html: html }} />;
}
