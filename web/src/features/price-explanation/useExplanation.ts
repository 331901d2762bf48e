import { useEffect, useMemo, useState } from 'react';
import { applyDiscountCode, askBundle } from '../../api/esim';
import { getPage } from '../../api/page';
import { reportPriceMismatch } from '../../api/price-mismatch';
import { getInitialData } from '../../api/subscription';
import { whenIdle } from '../../browser/idle';
import type { PriceExplanation } from '../../rules/wire';
import { usePageContext } from '../../state/page-context';
import { type Asked, agrees, agreesInFigures, type ExplainedPrice, holdsAtServer } from './agreement';

/** What the page shows about a price's explanation. */
export type Told =
  /** Nothing: the lines are folded away. */
  | { state: 'closed' }
  /** The rules are loading. */
  | { state: 'waiting' }
  /** The rules cannot be loaded here. */
  | { state: 'unable' }
  /** The lines arrive at the price, byte for byte. */
  | { state: 'made'; made: PriceExplanation }
  /** They do not, and the server confirms the page's price. */
  | { state: 'differs' }
  /** They do not, and the server's price differs from the page's. */
  | { state: 'outdated' };

/** Recomputed at once when another price is chosen: once the rules are loaded, nothing is fetched. */
export function useExplanation(price: ExplainedPrice, isOpen: boolean): Told {
  const { page, rules } = usePageContext();
  const [loaded, setLoaded] = useState<boolean | undefined>(undefined);
  const [verdict, setVerdict] = useState<{ price: ExplainedPrice; holds: boolean } | undefined>(undefined);

  useEffect(() => {
    // Never before the page is usable, unless the visitor opens the lines; a failed load is retried at the next
    // opening.
    if (loaded === true || (loaded === false && !isOpen)) return;
    const load = () => void rules.ready().then(setLoaded);
    if (isOpen) load();
    else whenIdle(load);
  }, [rules, loaded, isOpen]);

  // While the lines are folded away, only figures are passed to the WASM, at every change of plan and currency.
  const made = useMemo(
    () => (loaded && isOpen ? rules.explain(price, page.language) : undefined),
    [loaded, isOpen, rules, price, page.language],
  );
  const figures = loaded ? rules.figures(price) : undefined;
  const isEqual = isOpen ? agrees(price, made) : agreesInFigures(price, figures);
  const differs = loaded === true && !isEqual;
  const computed = figures?.due_now;

  useEffect(() => {
    if (!differs) return undefined;
    const leaving = new AbortController();
    void reportPriceMismatch(price, computed, page.content.page);
    const lang = page.language;
    const asked: Asked = {
      plans: (code) => getInitialData(code, leaving.signal),
      page: () => getPage(window.location.href, leaving.signal),
      bundle: (id) => askBundle(id, lang),
      discount: (code, of, plan) => applyDiscountCode(code, of, { ...plan, lang }),
    };
    void holdsAtServer(price, asked).then((holds) => {
      if (!leaving.signal.aborted) setVerdict({ price, holds });
    });
    return () => leaving.abort();
  }, [differs, price, computed, page.content.page, page.language]);

  if (!isOpen) return { state: 'closed' };
  if (loaded === undefined) return { state: 'waiting' };
  if (!loaded) return { state: 'unable' };
  if (made && isEqual) return { state: 'made', made };
  if (verdict?.price !== price) return { state: 'waiting' };
  return { state: verdict.holds ? 'differs' : 'outdated' };
}
