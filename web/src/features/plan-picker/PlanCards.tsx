import { type KeyboardEvent, useRef } from 'react';
import { useStore } from 'zustand';
import { isBusy } from '../../state/checkout';
import { usePageContext } from '../../state/page-context';
import styles from './PlanCards.module.css';
import { PlanOption } from './PlanOption';
import type { Picker } from './picker';
import { TrialOption } from './TrialOption';

interface PlanCardsProps {
  picker: Picker;
  /** Called when a plan was chosen on purpose, not merely passed by the arrow keys. */
  onChosen: () => void;
}

/** The plans as one radio group. */
export function PlanCards({ picker: { checkout, content, trial }, onChosen }: PlanCardsProps) {
  const { t } = usePageContext();
  const passing = useRef(false);
  const plan = useStore(checkout, (state) => state.plan);
  const currency = useStore(checkout, (state) => state.currency);
  const corrected = useStore(checkout, (state) => state.corrected);
  const busy = useStore(checkout, isBusy);

  const choose = (id: string) => {
    checkout.getState().choosePlan(id);
    if (!passing.current) onChosen();
  };

  // Browsers report an arrow key as a click on the next radio: moving on then would take keyboard users out of the
  // group.
  const keyed = (event: KeyboardEvent) => {
    passing.current = event.key.startsWith('Arrow');
    if (event.key !== 'Enter' || !(event.target instanceof HTMLInputElement)) return;
    event.preventDefault();
    choose(event.target.value);
  };

  return (
    <fieldset
      className={`container ${styles.plans}`}
      disabled={busy}
      onKeyDown={keyed}
      onPointerDown={() => {
        passing.current = false;
      }}
    >
      <legend className="visually-hidden">{t('buy.plans')}</legend>
      <div className={trial ? styles.list : styles.grid}>
        {content.plans.map((card) => {
          const fits = (price: { product_id: string; currency: string }) =>
            price.product_id === card.product_id && price.currency === currency;
          const price = corrected.find(fits) ?? card.prices.find(fits);
          if (!price) return null;
          const option = { card, price, selected: plan === card.product_id, onChoose: () => choose(card.product_id) };
          const key = card.product_id;
          return trial ? <TrialOption key={key} {...option} trial={trial} /> : <PlanOption key={key} {...option} />;
        })}
      </div>
    </fieldset>
  );
}
