import { useEffect } from 'react';
import { useShop } from '../../state/shop';

/** Names the page by its outcome: the server named it before anybody knew what became of the payment. */
export function useTitle(title: string): void {
  const { name } = useShop().page.brand;
  useEffect(() => {
    const before = document.title;
    document.title = `${title} | ${name}`;
    return () => {
      document.title = before;
    };
  }, [title, name]);
}
