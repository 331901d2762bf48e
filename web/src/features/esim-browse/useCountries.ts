import { type RefObject, useEffect, useRef, useState } from 'react';
import { showParameter } from '../../browser/address';
import { whenIdle } from '../../browser/idle';
import type { EsimCountriesPage, PlaceCard } from '../../rules/wire';
import { usePageContext } from '../../state/page-context';
import { loadSearchTexts } from './search-texts';

/** The sort orders of the list. */
export const ORDERS = ['name', 'price'] as const;
export type Order = (typeof ORDERS)[number];

interface Countries {
  /** Every place in the chosen order, with the ones outside the search marked. */
  places: readonly PlaceCard[];
  /** The number of search results. */
  count: number;
  order: Order;
  sortBy: (order: Order) => void;
  search: (query: string) => void;
  /** Whether the browser itself searches, so that the form need not be submitted. */
  isHere: () => boolean;
  field: RefObject<HTMLInputElement | null>;
}

/** The list of places with its search and sort order. The server has already applied the search in the address. */
export function useCountries({ query, places }: EsimCountriesPage): Countries {
  const { rules } = usePageContext();
  const field = useRef<HTMLInputElement>(null);
  const here = useRef(false);
  const asked = useRef(query);
  const [order, sortBy] = useState<Order>('name');
  /** The positions that the search has found, each with its rank. */
  const [found, setFound] = useState<ReadonlyMap<number, number>>();

  const search = async (text: string) => {
    asked.current = text;
    const texts = await loadSearchTexts();
    if (!texts) return;
    // A place that left the price book after this page was rendered has no text.
    const list = places.map(({ id }) => texts.get(id) ?? '');
    const hits = await rules.findBundles(list, text);
    // A slow earlier answer must not replace that of a later key press.
    if (!hits || asked.current !== text) return;
    here.current = true;
    setFound(new Map(hits.map((place, rank) => [place, rank])));
    showParameter('q', text.trim());
  };

  // biome-ignore lint/correctness/useExhaustiveDependencies: what stands in the field is read once, when scripts begin.
  useEffect(() => {
    whenIdle(() => {
      rules.warm();
      void loadSearchTexts();
    });
    const typed = field.current?.value ?? '';
    if (typed !== query) void search(typed);
  }, []);

  const last = places.length;
  const fit = ({ by_fit = last }: PlaceCard) => by_fit;
  const marked = places.map((place, index) => {
    const hidden = found ? !found.has(index) : place.hidden === true;
    const by_fit = found ? (found.get(index) ?? last) : fit(place);
    return hidden === (place.hidden === true) && by_fit === fit(place) ? place : { ...place, hidden, by_fit };
  });
  return {
    places: marked.sort((one, other) => (order === 'price' ? one.by_price - other.by_price : fit(one) - fit(other))),
    count: marked.filter(({ hidden }) => !hidden).length,
    order,
    sortBy,
    search: (text) => void search(text),
    isHere: () => here.current,
    field,
  };
}
