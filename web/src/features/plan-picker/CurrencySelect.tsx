import { useEffect, useRef } from 'react';
import { useStore } from 'zustand';
import { isBusy } from '../../state/checkout';
import { usePageContext } from '../../state/page-context';
import { Select } from '../../ui/Select';
import type { Picker } from './picker';

/** The page already contains every price text in every currency: the choice only shows others. */
export function CurrencySelect({ picker: { checkout, content } }: { picker: Picker }) {
  const { t } = usePageContext();
  const currency = useStore(checkout, (state) => state.currency);
  const busy = useStore(checkout, isBusy);
  const { chooseCurrency } = checkout.getState();
  const box = useRef<HTMLSpanElement>(null);

  useEffect(() => {
    // A browser restores the list on a reload; the prices follow it.
    const shown = box.current?.querySelector('select')?.value;
    if (shown) chooseCurrency(shown);
  }, [chooseCurrency]);

  return (
    <span ref={box}>
      <Select
        label={t('shell.currency')}
        value={currency}
        autoComplete="off"
        disabled={busy}
        onChange={(event) => chooseCurrency(event.currentTarget.value)}
      >
        {content.currencies.map(({ code, symbol }) => (
          <option key={code} value={code}>
            {symbol === code || symbol.length > 2 ? code : `${code} ${symbol}`}
          </option>
        ))}
      </Select>
    </span>
  );
}
