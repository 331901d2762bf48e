import { useEffect, useRef } from 'react';
import { useStore } from 'zustand';
import { isBusy } from '../../state/checkout';
import { usePageContext } from '../../state/page-context';
import styles from './Acknowledgement.module.css';
import type { Picker } from './picker';

interface AcknowledgementProps {
  picker: Picker;
  /** The id of the sentence that says why the button is disabled. */
  reason: string;
}

/** The checkbox that a trial requires, and why the button below it is disabled. */
export function Acknowledgement({ picker: { checkout }, reason }: AcknowledgementProps) {
  const { t } = usePageContext();
  const box = useRef<HTMLInputElement>(null);
  const ticked = useStore(checkout, (state) => state.acknowledged);
  const busy = useStore(checkout, isBusy);
  const isMissing = useStore(
    checkout,
    ({ stage }) => stage.phase === 'refused' && stage.problem.code === 'trial_terms_required',
  );

  useEffect(() => {
    if (isMissing) box.current?.focus();
  }, [isMissing]);

  return (
    <div className={styles.terms}>
      <label className={styles.label}>
        <input
          ref={box}
          className={styles.box}
          type="checkbox"
          autoComplete="off"
          required
          checked={ticked}
          disabled={busy}
          aria-invalid={isMissing || undefined}
          onChange={(event) => checkout.getState().acknowledge(event.currentTarget.checked)}
        />
        <span>{t('trial.acknowledge')}</span>
      </label>
      {/* The line stays when its sentence disappears, so that the button does not move. */}
      <p id={reason} className={styles.reason}>
        {ticked ? '' : t('trial.tick')}
      </p>
    </div>
  );
}
