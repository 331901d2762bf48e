import { useEffect } from 'react';
import { usePageContext } from '../../state/page-context';

/** Names the page by its outcome, if there is one: the server named it before the outcome was known. */
export function useTitle(title: string | undefined): void {
  const { name } = usePageContext().page.brand;
  useEffect(() => {
    if (title === undefined) return undefined;
    const before = document.title;
    document.title = `${title} | ${name}`;
    return () => {
      document.title = before;
    };
  }, [title, name]);
}
