import { useStore } from 'zustand';
import type { StoreApi } from 'zustand/vanilla';
import type { OnboardingStep } from '../../rules/client';
import { usePageContext } from '../../state/page-context';
import styles from './Progress.module.css';
import { STEPS, type Wizard } from './wizard';

/** The visitor's progress, in words that are announced and as a line of three parts. */
export function Progress({ wizard }: { wizard: StoreApi<Wizard> }) {
  const { t } = usePageContext();
  const at = useStore(wizard, ({ step }) => STEPS.indexOf(step as OnboardingStep));
  return (
    <div className={styles.progress}>
      <p role="status">{t('onboarding.progress', { step: at + 1, steps: STEPS.length })}</p>
      <div className={styles.line} aria-hidden="true">
        {STEPS.map((step, index) => (
          <span key={step} className={index <= at ? styles.done : styles.open} />
        ))}
      </div>
    </div>
  );
}
