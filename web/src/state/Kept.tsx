import type { ComponentPropsWithoutRef, ReactNode } from 'react';
import { usePageContext } from './page-context';

type Elements = 'div' | 'footer';

type KeptProps<E extends Elements> = Omit<ComponentPropsWithoutRef<E>, 'dangerouslySetInnerHTML'> & {
  /** The element around the part; it is drawn on every page itself. */
  as: E;
  /** Name of the part, its own among all. */
  part: string;
  /** What the part shows besides: it is drawn anew when that changes, and only the last one is kept. */
  facts?: () => string;
  children: ReactNode;
};

/**
 * A part that reads nothing but language, brand, path and theme of the page, and its `facts`. The server draws it once for
 * each of them and keeps its HTML; the browser takes it over like everything else. What is inside must not call `useId`,
 * whose answer depends on what surrounds it.
 */
export function Kept<E extends Elements>({ as, part, facts, children, ...rest }: KeptProps<E>) {
  const { keep } = usePageContext();
  // Both are drawn from the same few names, but TypeScript cannot follow a tag that is a parameter.
  const Tag = as as 'div';
  if (!keep) return <Tag {...rest}>{children}</Tag>;
  const html = keep(part, facts?.() ?? '', children);
  // biome-ignore lint/security/noDangerouslySetInnerHtml: React itself wrote it, on an earlier page
  return <Tag {...rest} dangerouslySetInnerHTML={{ __html: html }} />;
}
