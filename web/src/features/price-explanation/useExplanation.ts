import { useEffect, useMemo, useState } from 'react';
import { getPage } from '../../api/page';
import { reportPriceMismatch } from '../../api/price-mismatch';
import { getInitialData } from '../../api/subscription';
import { whenIdle } from '../../browser/idle';
import type { PlanPrice, PriceExplanation } from '../../rules/wire';
import { usePageContext } from '../../state/page-context';
import { agrees, holdsAtServer } from './agreement';

/** What can be told of a price. */
export type Told =
  /** Nothing yet: the page has only just been drawn. */
  | { state: 'drawn' }
  /** The rules are on their way. */
  | { state: 'waiting' }
  /** The rules cannot be loaded here. */
  | { state: 'unable' }
  /** The lines come to the price, to the byte. */
  | { state: 'made'; made: PriceExplanation }
  /** They do not, and the server says the page's price. */
  | { state: 'differs' }
  /** They do not, and the server says another price than the page. */
  | { state: 'outdated' };

/** Computed again at once when another price is chosen: nothing is fetched once the rules are there. */
export function useExplanation(price: PlanPrice, isOpen: boolean): Told {
  const { page, rules } = usePageContext();
  const [loaded, setLoaded] = useState<boolean | undefined>(undefined);
  const [verdict, setVerdict] = useState<{ price: PlanPrice; holds: boolean } | undefined>(undefined);

  useEffect(() => {
    // Never before the page is usable, unless somebody asks for the lines; a failure is tried again at the next opening.
    if (loaded === true || (loaded === false && !isOpen)) return;
    const load = () => void rules.ready().then(setLoaded);
    if (isOpen) load();
    else whenIdle(load);
  }, [rules, loaded, isOpen]);

  const made = useMemo(
    () => (loaded ? rules.explain(price, page.language) : undefined),
    [loaded, rules, price, page.language],
  );
  const isEqual = made !== undefined && agrees(price, made);
  const differs = loaded === true && !isEqual;

  useEffect(() => {
    if (!differs) return undefined;
    const leaving = new AbortController();
    void reportPriceMismatch(price, made, page.content.page);
    const asked = {
      plans: (code: string) => getInitialData(code, leaving.signal),
      page: () => getPage(window.location.href, leaving.signal),
    };
    void holdsAtServer(price, asked).then((holds) => {
      if (!leaving.signal.aborted) setVerdict({ price, holds });
    });
    return () => leaving.abort();
  }, [differs, price, made, page.content.page]);

  if (loaded === undefined) return { state: isOpen ? 'waiting' : 'drawn' };
  if (!loaded) return { state: 'unable' };
  if (isEqual) return { state: 'made', made };
  if (verdict?.price !== price) return { state: 'waiting' };
  return { state: verdict.holds ? 'differs' : 'outdated' };
}
