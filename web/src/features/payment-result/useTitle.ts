import { useEffect } from 'react';
import { usePageContext } from '../../state/page-context';

/** Titles the page by its outcome, once known: the server titled it before that. */
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
