import type { ReactNode } from 'react';
import { useStore } from 'zustand';
import type { StoreApi } from 'zustand/vanilla';
import { problemText } from '../../i18n/words';
import type { OnboardingStep } from '../../rules/client';
import type { OnboardingPage } from '../../rules/wire';
import { usePageContext } from '../../state/page-context';
import { Icon } from '../../ui/Icon';
import styles from './Step.module.css';
import type { Wizard } from './wizard';

/** The props of every step. */
export interface StepProps {
  wizard: StoreApi<Wizard>;
  content: OnboardingPage;
  /** Whether another step is current, and whether scripts are running to hide this one. */
  isAway: (step: OnboardingStep) => { away: boolean; hidden: boolean };
}

interface FrameProps extends StepProps {
  name: OnboardingStep;
  /** Whether the step's choices are one group, which its problem then concerns. */
  isGroup?: boolean;
  children: ReactNode;
}

/** One question with its title and, for an unacceptable answer, the reason. */
export function Step({ name, wizard, isAway, isGroup = false, children }: FrameProps) {
  const { t } = usePageContext();
  const problem = useStore(wizard, (state) => (state.step === name ? state.problem : undefined));
  const { away, hidden } = isAway(name);
  const title = (
    <h2 id={`${name}-title`} tabIndex={-1} className={styles.title}>
      {t(`onboarding.${name}.title`)}
    </h2>
  );
  const note = (
    <p id={`${name}-problem`} role="alert" className={styles.problem}>
      {problem && isGroup ? (
        <>
          <Icon shape="alert" />
          {problemText(t, problem)}
        </>
      ) : null}
    </p>
  );
  return (
    <section className={away ? `${styles.step} ${styles.away}` : styles.step} hidden={hidden}>
      {isGroup ? (
        <fieldset className={styles.group} aria-describedby={`${name}-problem`}>
          <legend>{title}</legend>
          {children}
          {note}
        </fieldset>
      ) : (
        <div className={styles.group}>
          {title}
          {children}
        </div>
      )}
    </section>
  );
}
